import type { GuestRole } from '#features/records/guests/rules.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { letLook } from '#features/records/guests/server/let-look.ts'
import { uuidv7 } from '#lib/ids.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { openGuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** `horseId`: of a sharer. */
type In = {
  practice: Pick<FixturePractice, 'inPractice'>
  clientId: string
  role?: GuestRole
  seesMoney?: boolean
  horseId?: string
  mayAnswer?: boolean
}

/** A guest signed in to the portal, who sees what is theirs in these practices; and short ways to act as them. */
export async function makeGuest(app: App, ...places: In[]) {
  const personId = uuidv7()
  const token = await app.db.withDirectory(async (tx) => {
    await tx.insertInto('directory.people').values({ id: personId, email: null }).execute()
    return openGuestSession(tx, { personId, onlyPractice: null, isShared: false, userAgent: 'test' })
  })
  for (const { practice, clientId, horseId, mayAnswer = false, ...as } of places)
    await practice.inPractice((tx, actor) =>
      as.role === 'sharer' && horseId
        ? letLook(tx, actor, {
            ...{ personId, clientId, horseId, mayAnswer },
            toName: 'Non Bevan',
            byPerson: null,
            byMember: actor.memberId,
          })
        : letIn(tx, actor, { personId, clientId, how: 'address', ...as }),
    )
  const cookies = { [guestCookie(app)]: token }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    personId,
    cookies,
    /** Opens a page of the portal. */
    get: (url: string) => app.inject({ method: 'GET', url, cookies }),
    /** Sends a page's form. */
    submit: (url: string, fields: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, cookies, headers, payload: new URLSearchParams(fields).toString() }),
  }
}
