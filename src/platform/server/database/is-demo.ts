import type { Database, Prepared } from '#platform/server/database/db.ts'

const DEMO: Prepared = { name: 'is_demo', text: `select p.mode = 'demo' as "isDemo" from directory.practices p where p.id = $1` }

/** Whether a practice is the demo, or a visitor's copy of it. */
export async function isDemo(db: Database, practiceId: string): Promise<boolean> {
  const [practice] = await db.readDirectory<{ isDemo: boolean }>(DEMO, [practiceId])
  return practice?.isDemo ?? false
}
