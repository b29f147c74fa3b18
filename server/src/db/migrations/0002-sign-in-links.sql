-- Links that prove a mailbox or a phone (decision 032). Strangers cannot close the ways that they open.

-- Sign-in links. A link confirms a mailbox for a browser; it replaces neither password nor second factor.
create table login_link (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person,
  -- The address the link went to. No reference: the link is worthless once that address is gone.
  contact_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_link_person on login_link (person_id);

-- A device on which a person has opened a sign-in link: it counts failures apart from strangers until then.
create table confirmed_device (
  person_id uuid not null references person,
  device_id uuid not null references device,
  confirmed_until timestamptz not null,
  primary key (person_id, device_id)
);

alter table recovery_mail drop constraint recovery_mail_kind_check;
alter table recovery_mail add constraint recovery_mail_kind_check check (kind in ('username', 'link', 'loginLink'));

-- Sends to one person count together within a quota: a known device's id, 'mailbox', 'contact' or 'strangers'.
alter table one_time_code add column quota text not null default 'strangers';

-- Links to the address on file of a card's holder: they prove the contact as a verification code does, and cannot be
-- guessed.
create table registration_link (
  id uuid primary key,
  token_hash bytea not null unique,
  card_id uuid not null references card,
  channel text not null check (channel in ('Email', 'PhoneNumber')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_link_card on registration_link (card_id, created_at);
