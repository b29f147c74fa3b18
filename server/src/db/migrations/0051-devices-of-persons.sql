-- A device is one person's browser: of several people who use it, each has a secret of their own there (decision 079). The person
-- whose trust lasts longest keeps a device that was shared; to the others it is a new one.
alter table device add column person_id uuid references person;
update device set person_id = owner.person_id
from (
  select distinct on (device_id) device_id, person_id
  from (
    select device_id, person_id, 1 as rank, trusted_until as at from trusted_device
    union all select device_id, person_id, 2, confirmed_until from confirmed_device
    union all select device_id, person_id, 3, at from login_record
    union all select device_id, person_id, 4, created_at from session
    union all select device_id, person_id, 5, created_at from mfa_session
  ) uses
  order by device_id, rank, at desc
) owner
where owner.device_id = device.id;
delete from device where person_id is null;
alter table device alter column person_id set not null;
