import { eachFoot, type Foot, isShod, type Setup, setupAgain } from '#features/visits/work/feet.ts'
import type { WorkTemplate } from '#features/visits/work/templates.ts'

/** Work being written down, as far as a template fills it. */
export type Templated = Pick<WorkTemplate, 'serviceType' | 'setup' | 'resetsCycle'> & { description: string; recommendations: string }
type Before = { serviceType: string; setup: Setup | null }

/** The fields of a foot that a template keeps; sizes are the horse's, and findings and measures belong to their day. */
const KEPT = ['shoe', 'make', 'pad', 'studs', 'nails', 'clips'] as const

/** A template's work for this horse, in the sizes it wore last. Words without a known size stay as written. `earlier` newest first. */
export function fromTemplate<W extends Omit<Templated, 'resetsCycle'>>(
  work: W,
  template: Omit<WorkTemplate, 'id' | 'name'>,
  earlier: readonly Before[],
): W & Pick<Templated, 'resetsCycle'> {
  const { serviceType, setup, description, recommendations, resetsCycle } = template
  return {
    ...work,
    serviceType,
    setup: setup ? inOwnSizes(setup, earlier) : setupAgain(serviceType, earlier),
    description: description ?? work.description,
    recommendations: recommendations ?? work.recommendations,
    resetsCycle,
  }
}

/** Work as a template keeps it. */
export const toTemplate = ({ serviceType, setup, description, recommendations, resetsCycle }: Templated) => ({
  serviceType,
  setup: setup && eachFoot((foot) => only(setup[foot])),
  description: description.trim() || null,
  recommendations: recommendations.trim() || null,
  resetsCycle,
})

function inOwnSizes(setup: Setup, earlier: readonly Before[]): Setup {
  const setups = earlier.flatMap((entry) => entry.setup ?? [])
  return eachFoot((foot) => {
    const size = setups.find((before) => isShod(before[foot]) && before[foot].size)?.[foot].size
    return { ...(isShod(setup[foot]) && size && { size }), ...setup[foot] }
  })
}

const only = (foot: Foot): Foot => ({
  ...Object.fromEntries(KEPT.flatMap((field) => (foot[field] === undefined ? [] : [[field, foot[field]]]))),
  work: foot.work,
})
