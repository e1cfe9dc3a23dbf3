import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { type AnsweredVisit, addToVisit, type KnownAnswer, keepCode, restHorse, see } from '#features/visits/answers/web/data.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

type Done = false | (() => Promise<boolean>)
/** An action that does what an owner requests in one press, and marks the request seen. */
type Act = { label: string; done: string; said: string; run: (memberId: string) => Promise<Done> }

/** What can be done about an answer with one press; undefined where there is nothing, or the member may not. */
export function useActOn(answer: KnownAnswer, { yardId }: AnsweredVisit): Act | undefined {
  const mayPlan = useMayPlan()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const yard = useRow<Yard>('yards', yardId)
  const horse = useRow<HorseRow>('horses', answer.horseId)
  const { all } = useKinds()
  const today = useToday()
  const then = async (done: Done | boolean, memberId: string): Promise<Done> => {
    const seen = done !== false && (await see(answer, memberId))
    if (!seen) return false
    return async () => (typeof done === 'function' ? await done() : true) && (await seen())
  }
  if (answer.kind === 'gate_code' && yard && mayChange)
    return {
      label: `Save it to ${yard.name}`,
      done: 'Code saved',
      said: `It's saved with ${yard.name}.`,
      run: async (memberId) => then(await keepCode(answer, yard.id), memberId),
    }
  if (answer.kind === 'box_rest' && horse && mayChange)
    return {
      label: `Pause ${horse.name}`,
      done: `${horse.name} is paused`,
      said: "It isn't due while it's on box rest. The visit stays as it is.",
      run: async (memberId) => then(await restHorse(answer, today), memberId),
    }
  if (answer.kind === 'add_horse' && horse && mayPlan) {
    const work = all.find(({ label }) => label === answer.work)?.serviceType ?? answer.work
    return {
      label: `Add ${horse.name} to the visit`,
      done: `${horse.name} added`,
      said: "It's on the visit. The owner isn't texted about it.",
      run: async (memberId) => then(await addToVisit(answer, work), memberId),
    }
  }
  return undefined
}
