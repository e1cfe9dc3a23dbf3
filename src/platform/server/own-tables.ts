import type { TableDeclaration } from '#platform/server/entity.ts'

/** Tables of a practice that belong to no feature. */
export const OWN_TABLES = {
  activity: {
    holding: 'lines about what is erased go, by the record they name',
    loose: {
      id: 'key',
      act_id: 'an act, not a person',
      device_id: 'a device of a member',
      member_id: 'a member',
      by_person: 'a person whom no practice knows any more goes',
      by_key: 'a key, not a person',
      entity_id: 'its line goes with the record',
    },
  },
  sync_ops: {
    holding: 'ids alone: a change sent again must stay known',
    loose: { device_id: 'a device of a member', entity_id: 'an id without anything behind it', op_id: 'an act, not a person' },
  },
  sync_counters: { holding: 'one figure a practice', loose: { epoch: 'no person', cursor_key: 'no person' } },
  devices: { holding: 'those who work here', loose: { view: 'made anew, so that devices fetch their copy anew' } },
} satisfies Record<string, TableDeclaration>
