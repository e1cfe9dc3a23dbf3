import type { Insertable } from 'kysely'
import { cast, castHorse } from '#db/cast.ts'
import { type Foot, NO_FEET, setupOf } from '#features/visits/work/feet.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

const HEART_BAR: Foot = { work: 'new', shoe: 'Heart bar', pad: 'Leather pad', nails: 'E5' }

/** Work this practice does often. */
export const templateRows = (): Bare<'work_templates'>[] => [
  {
    id: uuidOf('cast', 'template', 'heart bars'),
    name: 'Heart bars and leather',
    service_type: 'Front shoes new',
    setup: { ...NO_FEET, ...setupOf('Front shoes new'), NF: HEART_BAR, OF: HEART_BAR },
    description: 'Heart bars in front on leather, hinds trimmed.',
    recommendations: 'Rest on a deep bed; X-ray both fronts before the next visit.',
    resets_cycle: true,
  },
  {
    id: uuidOf('cast', 'template', 'shoe back on'),
    name: 'Lost shoe put back',
    service_type: 'Shoe back on',
    setup: null,
    description: 'Lost shoe put back on; the other feet left as they were.',
    recommendations: null,
    resets_cycle: false,
  },
]

/** Tasks: for a horse's next visit, one that is late, one of today, one for an owner, one of the farrier's own, and one that is done. */
export const taskRows = (today: Day): Bare<'tasks'>[] => [
  { ...task('x-ray'), horse_id: castHorse('Biscuit').id, title: 'X-ray both fronts before the next set' },
  { ...task('ring'), client_id: cast.clients.ruthOckham.id, title: 'Send the visit cards for the inspection', due_on: addDays(today, -1) },
  { ...task('pads'), horse_id: castHorse('Nutmeg').id, title: 'Show her the new pads', due_on: today },
  { ...task('van'), title: 'Van in for its service', due_on: addDays(today, 6) },
  {
    ...task('soak'),
    horse_id: castHorse('Finn').id,
    title: 'Soak the near hind twice a day',
    for_whom: 'owner',
    due_on: addDays(today, 5),
  },
  {
    ...task('nails'),
    title: 'Order E5 nails',
    done_at: instantOf(addDays(today, -1), '18:20', cast.practice.zone),
    done_by: cast.owner.memberId,
  },
]

const task = (key: string) => ({
  id: uuidOf('cast', 'task', key),
  ...{ horse_id: null, client_id: null, yard_id: null, appointment_id: null, work_entry_id: null, notes: null, due_on: null },
  ...{ member_id: cast.owner.memberId, done_at: null, done_by: null },
})
