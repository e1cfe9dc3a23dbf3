import { updatePlan } from '#features/core/billing/server/queries.ts'
import type { Day } from '#lib/dates.ts'
import type { Tier } from '#lib/plan.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'

/** A plan set by the operator of the server; `until` null: without an end. */
export type Arranged = { tier: Tier; until: Day | null }

/**
 * Sets a practice's plan by hand. `who` is the e-mail address of one of its members, or its slug. Returns the names of the matching
 * practices. If more than one matches, nothing is changed, because only one can have been meant.
 */
export async function arrangePlan(db: Database, who: string, { tier, until }: Arranged): Promise<string[]> {
  return db.withDirectory(async (tx) => {
    const meant = await listMeant(tx, who.trim().toLowerCase())
    const [only] = meant
    if (only && meant.length === 1) {
      const paid = { paid_until: until, trial_ends_on: until === null ? null : only.trial_ends_on }
      await updatePlan(tx, only.id, { tier, ...paid, next_tier: null, is_past_due: false, is_ending: false })
    }
    return meant.map(({ name, slug }) => `${name} (${slug})`)
  })
}

const listMeant = (tx: DirectoryTx, who: string) =>
  tx
    .selectFrom('directory.practices as p')
    .select(['p.id', 'p.name', 'p.slug', 'p.trial_ends_on'])
    .where((eb) =>
      eb.or([
        eb('p.slug', '=', who),
        eb.exists(
          eb
            .selectFrom('directory.memberships as m')
            .innerJoin('directory.people as who', 'who.id', 'm.person_id')
            .select('m.person_id')
            .whereRef('m.practice_id', '=', 'p.id')
            .where('who.email', '=', who),
        ),
      ]),
    )
    .orderBy('p.name')
    .execute()
