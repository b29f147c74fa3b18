-- The embedded bank can be silent, report each outcome twice, and answer nonsense.
alter table simulator_state drop constraint simulator_state_faults_check,
  add constraint simulator_state_faults_check check (faults <@ '{LATE,TWICE,OUT_OF_ORDER,SILENT,NONSENSE,OTHER_PROGRAM,
    BANK_SILENT,BANK_TWICE,BANK_NONSENSE}'::text[]);
