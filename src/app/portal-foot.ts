import type { Database, Prepared } from '#platform/server/database/db.ts'
import { practiceOfLink } from '#platform/server/links.ts'

const OFF: Prepared = { name: 'portal_off', text: "select true as off from settings where portal ->> 'way' = 'off'" }

/**
 * The foot of every page that an owner opens by a link: the way into the portal. Nothing where the practice has it off, or the database
 * gives no answer: no page fails because of it.
 */
export const portalFoot = (db: Database) => (token: string) => footIn(db, token).catch(() => '')

async function footIn(db: Database, token: string): Promise<string> {
  const practiceId = await practiceOfLink(db, token)
  const isOff = practiceId && (await db.readPractice(practiceId, OFF, [])).length > 0
  return practiceId && !isOff ? WAY_IN : ''
}

/* Its address is a key, which goes nowhere with the press. */
const WAY_IN = '<footer data-foot data-screen-only><a href="/my/sign-in" rel="noreferrer">See everything in one place</a></footer>'
