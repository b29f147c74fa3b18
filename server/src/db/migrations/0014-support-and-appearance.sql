-- Mail that is answered elsewhere, what a person has chosen to look at, and the icon of a business.

alter table outbox_message add column reply_to text;

create table appearance (
  person_id uuid primary key references person,
  theme text not null default 'fresh' check (theme in ('fresh', 'legacy')),
  scheme text not null default 'system' check (scheme in ('system', 'light', 'dark')),
  tour_seen_at timestamptz
);
-- Whoever is here already knows the way around.
insert into appearance (person_id, tour_seen_at) select id, created_at from person;

create table business_icon (
  business_id uuid primary key references business,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 10240),
  shown boolean not null,
  changed_at timestamptz not null
);
