/** Entities a device keeps, named as their tables are. Apart from `sync.ts` so that the browser gets the names without the schemas. */
export const SYNCED = [
  'members',
  'settings',
  'clients',
  'sms_preferences',
  'yards',
  'horses',
  'appointments',
  'visit_horses',
  'rounds',
  'time_off',
  'work_entries',
  'threads',
  'messages',
  'expenses',
  'attachments',
  'voice_notes',
  'price_items',
  'price_overrides',
  'service_types',
  'work_templates',
  'tasks',
  'rights_requests',
  'terms_acceptances',
  'visit_answers',
  'slot_offers',
  'money_settings',
  'invoices',
  'charges',
  'payments',
  'allocations',
  'trips',
] as const
export type SyncedName = (typeof SYNCED)[number]

/** Version of the op shapes this build speaks; an older one is upcast by the server. */
export const SYNC_SCHEMA = 1
