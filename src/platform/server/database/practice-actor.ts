import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, NO_PERSON } from '#platform/server/actor.ts'
import type { Database, Prepared } from '#platform/server/database/db.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

type PracticeRow = PlanRow & { name: string }

const PRACTICE: Prepared = { name: 'practice_acting', text: `select p.name, ${PLAN_COLUMNS} from directory.practices p where p.id = $1` }

/** A practice by its id: its name and zone, and the status of its plan. @throws practice_not_found */
export async function findPracticePlan(db: Database, practiceId: string) {
  const [practice] = await db.readDirectory<PracticeRow>(PRACTICE, [practiceId])
  if (!practice) throw new AppError('practice_not_found')
  meetPractice(practiceId, practice)
  return { name: practice.name, zone: practice.zone, ...planStatusIn(practice) }
}

/**
 * The practice itself as actor, for what no member does: a link's bearer answers, a provider calls, a scheduled job runs. It has an owner's
 * rights, and the journal names no person. `opId` makes it happen only once: an id derived from the request.
 * @throws practice_not_found
 */
export async function actorOfPractice(
  db: Database,
  practiceId: string,
  { opId = uuidv7(), origin }: { opId?: string; origin: string },
): Promise<Actor> {
  const { name, zone, tier } = await findPracticePlan(db, practiceId)
  return { practiceId, memberId: null, personId: NO_PERSON, role: 'owner', tier, zone, practiceName: name, origin, deviceId: null, opId }
}
