-- A simulated purchase on which the network has acted; one interrupted by a crash before that is finished by a repetition.
alter table simulator_purchase add column begun boolean not null default true;
alter table simulator_purchase alter column begun set default false;

alter table simulator_state drop constraint simulator_state_faults_check,
  add constraint simulator_state_faults_check
    check (faults <@ '{LATE,TWICE,OUT_OF_ORDER,SILENT,NONSENSE,OTHER_PROGRAM}'::text[]);
