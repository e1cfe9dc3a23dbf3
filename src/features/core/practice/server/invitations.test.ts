import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser, MyPractice, PracticeMember } from '#features/core/practice/contract.ts'
import type { Invited, MyInvitation, OpenedInvitation, PendingInvitation } from '#features/core/practice/invitations.ts'
import { resetPassword } from '#features/core/practice/server/sign-in.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Browser, browserOf } from '#testing/browser-of.ts'
import { invitationTo, PASSWORD, tokenIn } from '#testing/invitations.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const mails: { to: string; subject: string; text: string }[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  async onData(stream, session, done) {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(parts))
    mails.push({ to: session.envelope.rcptTo.map((to) => to.address).join(), subject, text })
    done()
  },
})

/** `bare` sends no mail and hands links over, `posting` mails them. */
let bare: TestServer
let posting: TestServer
beforeAll(async () => {
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', () => listening()))
  const { port } = mailServer.server.address() as { port: number }
  bare = await startTestServer({ own: true })
  posting = await startTestServer({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'diary@example.com' } })
})
afterAll(async () => {
  await Promise.all([bare.stop(), posting.stop()])
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

const newEmail = () => `${uuidv7()}@example.com`
const seeker = (email: string) => ({ email, password: PASSWORD, firstName: 'Mal', lastName: 'Lory', practiceName: 'Mallory Farriery' })
const userOf = async (browser: Browser) => (await browser.get('/api/auth/user')).json<CurrentUser>()
const membersOf = async ({ gareth }: TestServer) => (await gareth.get('/api/members')).json<PracticeMember[]>()
const pendingOf = async ({ gareth }: TestServer) => (await gareth.get('/api/invitations')).json<PendingInvitation[]>()
const open = async (browser: Browser, link: string | null) =>
  (await browser.post('/api/auth/invitation', { token: tokenIn(link) })).json<OpenedInvitation>()
const accept = (browser: Browser, link: string | null, password?: string) =>
  browser.post('/api/auth/invitation/accept', { token: tokenIn(link), ...(password ? { password } : {}) })
async function mailedLink(email: string) {
  const isTo = (mail: { to: string; subject: string }) => mail.to === email && mail.subject.includes('invited you')
  await expect.poll(() => mails.find(isTo)).toBeDefined()
  const mail = mails.findLast(isTo)?.text ?? ''
  mails.splice(0)
  return mail
}

/** A browser signed in to an account with an unproven address. */
async function unproven(server: TestServer, email: string) {
  const browser = browserOf(server.app)
  await browser.post('/api/auth/register', seeker(email))
  // Where mail is sent the answer does not wait for the account.
  await expect.poll(() => server.asOwner(`select 1 from directory.people where email = '${email}'`)).toHaveLength(1)
  return browser
}

/** A browser signed in to an account whose address is proven. */
async function proven(server: TestServer, email: string) {
  const browser = await unproven(server, email)
  const token = tokenIn(await resetPassword(server.db, email, ''))
  expect((await browser.post('/api/auth/email-link/use', { token, password: PASSWORD })).statusCode).toBe(204)
  return browser
}

/** Requests everything that would show the practice to a browser that must not see it. */
async function expectShutOut(browser: Browser, { gareth: { practiceId } }: TestServer) {
  const practices = (await browser.get('/api/auth/practices')).json<MyPractice[]>()
  if (Array.isArray(practices)) expect(practices.map(({ id }) => id)).not.toContain(practiceId)
  const invitations = await browser.get('/api/auth/invitations')
  expect(invitations.statusCode === 401 || invitations.json<MyInvitation[]>().length === 0).toBe(true)
  const enter = await browser.post('/api/auth/practice', { practiceId })
  expect([401, 404]).toContain(enter.statusCode)
}

describe('a stranger who registered the address first', () => {
  test('never sees the practice, before or after its owner takes the mailed invitation', async () => {
    const email = newEmail()
    const stranger = await unproven(posting, email)
    expect((await invitationTo(posting.gareth, { email, role: 'owner' })).link).toBeNull()
    expect((await membersOf(posting)).map((one) => one.email)).not.toContain(email)
    const nia = browserOf(posting.app)
    const link = await mailedLink(email)
    expect(await open(nia, link)).toMatchObject({ step: 'choose_password', isPasswordNeeded: false, role: 'owner', email })
    expect((await accept(nia, link, 'a password of her own')).json()).toEqual({ isSignedIn: true })
    expect(await userOf(nia)).toMatchObject({ email, role: 'owner', practice: { id: posting.gareth.practiceId } })
    await expect.poll(async () => (await stranger.get('/api/auth/user')).statusCode).toBe(401)
    expect((await stranger.post('/api/auth/password', { email, password: PASSWORD })).statusCode).toBe(401)
  })

  test('never sees it where links are handed over: the link requires that account, which only a proof takes from them', async () => {
    const email = newEmail()
    const stranger = await unproven(bare, email)
    const { link } = await invitationTo(bare.gareth, { email })
    await expectShutOut(stranger, bare)
    const nia = browserOf(bare.app)
    expect(await open(nia, link)).toMatchObject({ step: 'give_password' })
    expect((await accept(nia, link, 'a password of her own')).json()).toMatchObject({ code: 'sign_in_failed' })
    expect((await accept(nia, link)).json()).toMatchObject({ code: 'sign_in_failed' })
    expect(nia.cookies).toEqual({})
    await nia.post('/api/auth/email-link/use', {
      token: tokenIn(await resetPassword(bare.db, email, '')),
      password: 'a password of her own',
    })
    expect((await accept(nia, link)).json()).toEqual({ isSignedIn: true })
    expect((await userOf(nia)).practice.id).toBe(bare.gareth.practiceId)
    await expectShutOut(stranger, bare)
  })

  test('a seat that cannot be kept leaves no membership, and one whose membership fails is undone; the link works again', async () => {
    const email = newEmail()
    const { link } = await invitationTo(bare.gareth, { email })
    const nia = browserOf(bare.app)
    const failing = async (create: string, drop: string) => {
      await bare.asOwner(`create function fails() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`)
      await bare.asOwner(create)
      expect((await accept(nia, link, PASSWORD)).statusCode).toBe(500)
      await bare.asOwner(drop)
      await bare.asOwner('drop function fails')
      expect(await bare.asOwner(`select 1 from directory.people where email = '${email}'`)).toEqual([])
      expect((await membersOf(bare)).filter((one) => one.name === 'Nia Rees' && one.isActive)).toEqual(before)
      expect(nia.cookies).toEqual({})
    }
    const before = (await membersOf(bare)).filter((one) => one.name === 'Nia Rees' && one.isActive)
    await failing(
      'create constraint trigger fails after insert on members deferrable initially deferred for each row execute function fails()',
      'drop trigger fails on members',
    )
    await failing(
      'create trigger fails before insert on directory.memberships for each row execute function fails()',
      'drop trigger fails on directory.memberships',
    )
    expect((await accept(nia, link, PASSWORD)).json()).toEqual({ isSignedIn: true })
    expect(await userOf(nia)).toMatchObject({ email, practice: { id: bare.gareth.practiceId } })
  })

  test('who was a member before gets the seat back by accepting alone', async () => {
    const email = newEmail()
    const dan = browserOf(posting.app)
    await invitationTo(posting.gareth, { email, firstName: 'Dan', lastName: 'Price' })
    await accept(dan, await mailedLink(email), PASSWORD)
    const member = (await membersOf(posting)).find((one) => one.email === email)
    await posting.gareth.put(`/api/members/${member?.id}`, { isActive: false })
    await expect.poll(async () => (await dan.get('/api/auth/user')).statusCode).toBe(401)
    const back = await posting.gareth.post(`/api/members/${member?.id}/invite`, { role: 'office' })
    expect(back.json()).toMatchObject({ link: null, invitation: { email, name: 'Dan Price', role: 'office' } })
    await expectShutOut(dan, posting)
    // The right password of a person who is in no practice opens none.
    expect((await dan.post('/api/auth/password', { email, password: PASSWORD })).json()).toMatchObject({ code: 'no_practice' })
    expect((await accept(dan, await mailedLink(email))).json()).toEqual({ isSignedIn: false })
    expect((await membersOf(posting)).find((one) => one.email === email)).toMatchObject({ id: member?.id, isActive: true, role: 'office' })
    expect((await dan.post('/api/auth/password', { email, password: PASSWORD })).statusCode).toBe(204)
    expect((await userOf(dan)).memberId).toBe(member?.id)
  })
})

describe('an invitation', () => {
  test('makes no one a member; accepting it sets the account up and signs in, once', async () => {
    const { invitation, link } = await invitationTo(bare.gareth, { firstName: 'Dan', lastName: 'Price', role: 'apprentice' })
    expect(await pendingOf(bare)).toContainEqual(invitation)
    expect((await membersOf(bare)).map((one) => one.name)).not.toContain('Dan Price')
    const dan = browserOf(bare.app)
    expect(await open(dan, link)).toEqual({
      practiceName: 'Gareth Probert Farriery',
      role: 'apprentice',
      email: invitation.email,
      step: 'choose_password',
      isPasswordNeeded: true,
    })
    expect((await accept(dan, link)).json()).toMatchObject({ code: 'password_needed' })
    expect((await accept(dan, link, 'short')).json()).toMatchObject({ code: 'password_needed' })
    expect((await accept(dan, link, PASSWORD)).json()).toEqual({ isSignedIn: true })
    expect(await userOf(dan)).toMatchObject({ firstName: 'Dan', role: 'apprentice', practice: { id: bare.gareth.practiceId } })
    expect((await membersOf(bare)).find((one) => one.email === invitation.email)).toMatchObject({ initials: 'DP', isActive: true })
    expect((await accept(browserOf(bare.app), link, PASSWORD)).json()).toMatchObject({ code: 'link_spent' })
    expect(await pendingOf(bare)).not.toContainEqual(invitation)
  })

  test('accepted twice at once seats one', async () => {
    const { link, invitation } = await invitationTo(bare.gareth)
    const answers = await Promise.all([accept(browserOf(bare.app), link, PASSWORD), accept(browserOf(bare.app), link, PASSWORD)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 401])
    expect((await membersOf(bare)).filter((one) => one.email === invitation.email)).toHaveLength(1)
  })

  test('handed over never signs in to an account that is there, nor to its other practices', async () => {
    const email = newEmail()
    const victim = await unproven(bare, email)
    const { link } = await invitationTo(bare.other, { email })
    const owner = browserOf(bare.app)
    expect((await accept(owner, link, 'a password of mine')).json()).toMatchObject({ code: 'sign_in_failed' })
    expect((await owner.get('/api/auth/user')).statusCode).toBe(401)
    expect((await victim.get('/api/auth/user')).statusCode).toBe(200)
    expect((await accept(victim, link)).json()).toEqual({ isSignedIn: true })
    expect((await userOf(victim)).practice.id).toBe(bare.other.practiceId)
  })

  test('handed over proves no address: an account set up by it hears of no other invitation', async () => {
    const { link, invitation } = await invitationTo(bare.other)
    const holder = browserOf(bare.app)
    await accept(holder, link, PASSWORD)
    await invitationTo(bare.gareth, { email: invitation.email })
    await expectShutOut(holder, bare)
  })

  test('mailed to a proven account does not sign in to it; the seat is theirs at the next sign-in', async () => {
    const email = newEmail()
    await proven(posting, email)
    mails.splice(0)
    await invitationTo(posting.gareth, { email })
    const phone = browserOf(posting.app)
    const link = await mailedLink(email)
    expect(await open(phone, link)).toMatchObject({ step: 'join', isPasswordNeeded: false })
    expect((await accept(phone, link, 'another password')).json()).toEqual({ isSignedIn: false })
    expect(phone.cookies).toEqual({})
    expect((await phone.post('/api/auth/password', { email, password: PASSWORD })).statusCode).toBe(204)
    expect((await phone.get('/api/auth/practices')).json<MyPractice[]>()).toHaveLength(2)
  })

  test('is seen, accepted and declined only by a proven person who is signed in', async () => {
    const email = newEmail()
    const al = await proven(bare, email)
    await invitationTo(bare.gareth, { email, role: 'office' })
    await invitationTo(bare.other, { email })
    const mine = async () => (await al.get('/api/auth/invitations')).json<MyInvitation[]>()
    const [gareths, others] = await mine()
    expect(gareths).toMatchObject({ practiceName: 'Gareth Probert Farriery', role: 'office' })
    const eve = await proven(bare, newEmail())
    for (const id of [gareths?.id, uuidv7(), 'nonsense']) {
      expect((await eve.post(`/api/auth/invitations/${id}/accept`)).json()).toMatchObject({ code: 'invitation_not_found' })
      expect((await eve.delete(`/api/auth/invitations/${id}`)).json()).toMatchObject({ code: 'invitation_not_found' })
    }
    expect((await al.delete(`/api/auth/invitations/${others?.id}`)).statusCode).toBe(204)
    expect((await al.post(`/api/auth/invitations/${gareths?.id}/accept`)).statusCode).toBe(204)
    expect(await userOf(al)).toMatchObject({ role: 'office', practice: { id: bare.gareth.practiceId } })
    expect(await mine()).toEqual([])
  })

  test('is declined by its link', async () => {
    const { link, invitation } = await invitationTo(bare.gareth)
    const nia = browserOf(bare.app)
    expect((await nia.post('/api/auth/invitation/decline', { token: tokenIn(link) })).statusCode).toBe(204)
    expect((await accept(nia, link, PASSWORD)).json()).toMatchObject({ code: 'link_spent' })
    expect(await pendingOf(bare)).not.toContainEqual(invitation)
  })

  test('sent again ends the link before it; withdrawn or too old it opens nothing', async () => {
    const { invitation, link } = await invitationTo(bare.gareth)
    const again = (await bare.gareth.post(`/api/invitations/${invitation.id}/again`)).json<Invited>()
    const nia = browserOf(bare.app)
    expect((await accept(nia, link, PASSWORD)).json()).toMatchObject({ code: 'link_spent' })
    await bare.asOwner(`update directory.invitations set expires_at = '2020-01-01' where id = '${invitation.id}'`)
    expect((await accept(nia, again.link, PASSWORD)).json()).toMatchObject({ code: 'link_spent' })
    expect((await pendingOf(bare)).find((one) => one.id === invitation.id)).toMatchObject({ isExpired: true })
    const third = (await bare.gareth.post(`/api/invitations/${invitation.id}/again`)).json<Invited>()
    expect((await bare.gareth.delete(`/api/invitations/${invitation.id}`)).statusCode).toBe(204)
    expect((await accept(nia, third.link, PASSWORD)).json()).toMatchObject({ code: 'link_spent' })
    expect((await bare.gareth.delete(`/api/invitations/${invitation.id}`)).json()).toMatchObject({ code: 'invitation_not_found' })
  })

  test('answers alike whether the address has an account or not', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await proven(bare, known)
    const strip = ({ invitation: { id: _, email: __, expiresAt: ___, ...rest }, link }: Invited) => ({ rest, hasLink: link !== null })
    expect(strip(await invitationTo(bare.gareth, { email: known }))).toEqual(strip(await invitationTo(bare.gareth, { email: unknown })))
  })

  test('is refused twice, to a member, without a name, address or role, and to all but owners', async () => {
    const { invitation, link } = await invitationTo(bare.gareth)
    const again = { firstName: 'Nia', lastName: 'Rees', email: invitation.email, role: 'farrier' }
    const owner = browserOf(bare.app, bare.gareth.cookies)
    expect((await owner.post('/api/invitations', again)).json()).toMatchObject({ code: 'already_invited' })
    await accept(browserOf(bare.app), link, PASSWORD)
    expect((await owner.post('/api/invitations', again)).json()).toMatchObject({ code: 'already_member' })
    for (const fault of [{ email: 'nobody' }, { firstName: ' ' }, { role: 'king' }]) {
      expect((await owner.post('/api/invitations', { ...again, ...fault })).statusCode).toBe(400)
    }
    for (const role of ['farrier', 'apprentice', 'office'] as const) {
      const colleague = browserOf(bare.app, (await bare.gareth.addMember('A Colleague', role)).cookies)
      expect((await colleague.post('/api/invitations', { ...again, email: newEmail() })).statusCode, role).toBe(403)
      expect((await colleague.get('/api/invitations')).statusCode, role).toBe(403)
    }
  })

  test('of another practice is not found, as one that never was', async () => {
    const { invitation } = await invitationTo(bare.gareth)
    for (const id of [invitation.id, uuidv7(), 'nonsense']) {
      expect((await bare.other.post(`/api/invitations/${id}/again`)).json()).toMatchObject({ code: 'invitation_not_found' })
      expect((await bare.other.delete(`/api/invitations/${id}`)).json()).toMatchObject({ code: 'invitation_not_found' })
    }
    expect(await pendingOf(bare)).toContainEqual(invitation)
  })

  test('cannot be accepted in a practice whose plan has no team', async () => {
    const hosted = await startTestServer({ mode: 'production', origin: 'https://diary.example' })
    try {
      const plan = (tier: string) => hosted.asOwner(`update directory.practices set tier = '${tier}', paid_until = '2099-12-31'`)
      await plan('enterprise')
      const { link } = await invitationTo(hosted.gareth)
      await plan('essential')
      const nia = browserOf(hosted.app)
      expect((await accept(nia, link, PASSWORD)).json()).toMatchObject({ code: 'practice_takes_nobody' })
      await plan('enterprise')
      expect((await accept(nia, link, PASSWORD)).statusCode).toBe(200)
    } finally {
      await hosted.stop()
    }
  })
})
