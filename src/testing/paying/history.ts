import fc from 'fast-check'
import type { Service } from '#lib/plan.ts'

const HORSES = ['Biscuit', 'Merlin', 'Dolly'] as const
export type Horse = (typeof HORSES)[number]

/** What a person does, or what happens to a horse or a card. `daysAgo`: how many days late it is reported. */
export type Act =
  | { what: 'begin'; horse: Horse; service: Service }
  | { what: 'end' | 'farrier-ends'; horse: Horse; service: Service }
  | { what: 'dies'; horse: Horse; daysAgo: number }
  | { what: 'sold'; horse: Horse }
  | { what: 'card-fails' | 'card-mends' | 'ends-all' | 'nothing' }

/** Something that happens so many minutes after what was before. */
export type Step = { minutes: number; act: Act }
export type History = { beginsAt: number; steps: readonly Step[] }

const HOUR = 60
const DAY = 24 * HOUR

const service = fc.constantFrom<Service>('vet-integration', 'para-professional', 'portal')
const horse = fc.constantFrom(...HORSES)
const minutes = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * HOUR }) },
  { weight: 4, arbitrary: fc.integer({ min: HOUR, max: 13 * DAY }) },
  { weight: 2, arbitrary: fc.integer({ min: 13 * DAY, max: 16 * DAY }) },
  { weight: 3, arbitrary: fc.integer({ min: 20 * DAY, max: 45 * DAY }) },
)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('begin' as const), horse, service }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('end' as const, 'farrier-ends' as const), horse, service }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('dies' as const), horse, daysAgo: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('sold' as const), horse }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('card-fails' as const, 'card-mends', 'card-mends', 'ends-all', 'nothing') }) },
)

/** Two years at most, which begin somewhere in fourteen months: a 29 February and both changes of the clock are among them. */
const TWO_YEARS = 730 * DAY
const beginsAt = fc.integer({ min: Date.UTC(2027, 1, 1) / 60_000, max: Date.UTC(2028, 3, 1) / 60_000 }).map((minute) => minute * 60_000)

export const history = (maxLength = 40): fc.Arbitrary<History> =>
  fc
    .record({ beginsAt, steps: fc.array(fc.record({ minutes, act }), { minLength: 4, maxLength }) })
    .map(({ steps, ...rest }) => ({ ...rest, steps: within(steps, TWO_YEARS) }))

/** The steps that fit into so many minutes. */
function within(steps: readonly Step[], longest: number): Step[] {
  let left = longest
  return steps.filter(({ minutes: after }) => {
    left -= after
    return left > 0
  })
}
