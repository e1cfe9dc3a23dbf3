import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Actor, NO_PERSON } from '#platform/server/actor.ts'
import type { Database, Prepared } from '#platform/server/database/db.ts'
import { PLAN_COLUMNS, type PlanRow, planStatusIn } from '#platform/server/database/plan-row.ts'
import { meetPractice } from '#platform/server/practice-time.ts'

type PracticeRow = PlanRow & { name: string }

const PRACTICE: Prepared = { name: 'practice_acting', text: `select p.name, ${PLAN_COLUMNS} from directory.practices p where p.id = $1` }

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
  const [practice] = await db.readDirectory<PracticeRow>(PRACTICE, [practiceId])
  if (!practice) throw new AppError('practice_not_found')
  const { name, zone } = practice
  meetPractice(practiceId, practice)
  const { tier } = planStatusIn(practice)
  return { practiceId, memberId: null, personId: NO_PERSON, role: 'owner', tier, zone, practiceName: name, origin, deviceId: null, opId }
}
