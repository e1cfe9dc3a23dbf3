import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GuestAct, type GuestRole, guestMay } from '#features/records/guests/rules.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { type Household, makeHousehold, sendForm } from '#testing/portal-household.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { startStripe } from '#testing/stripe.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

let server: TestServer
let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  buildIfNeeded()
  stripe = await startStripe(() => ({
    status: 200,
    body: { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_1' },
  }))
  server = await startTestServer({ stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], baseUrl: stripe.baseUrl } })
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: 'acct_1' } })
})
afterAll(() => Promise.all([server.stop(), stripe.stop()]))

type RouteRequest = { url: string; form?: Record<string, string>; json?: object; isMultipart?: true; method?: 'DELETE' }
/** What a test sends to a route as a member of a household, so that the route does its work. */
type Try = (of: Household) => RouteRequest

const at = ({ slug }: Household, path: string) => `/my/at/${slug}${path}`
const page =
  (path: (subjects: Household['subjects']) => string): Try =>
  (of) => ({ url: at(of, path(of.subjects)) })
const form =
  (path: (subjects: Household['subjects']) => string, fields: (of: Household) => Record<string, string> = () => ({})): Try =>
  (of) => ({ url: at(of, path(of.subjects)), form: fields(of) })
const agreement =
  (says = '') =>
  ({ client, subjects }: Household) => ({ for: client, id: subjects.agreements, says })
const WISHES = { preferredChannel: 'sms', enableReminders: 'yes', reminderHours: '24', nextStopsBefore: '2' }
const aFile = ({ slug, subjects, asCarer }: Household) => ({ practice: slug, horseId: subjects.horses, asCarer })
const care = ({ slug, subjects }: Household, path = '') => `/my/care/${slug}/${subjects.horses}${path}`
const marks = ({ slug, subjects }: Household) => `/api/my/films/${slug}/${subjects.films}/marks`
const LENGTH = {
  kind: 'length',
  places: [
    { x: 1, y: 1 },
    { x: 4, y: 5 },
  ],
  frame: 0,
  label: null,
}

/** Each route about a practice's things, by the act it is, with what it is good for. A form of two acts has a line for each. */
const ROUTES: Readonly<Record<GuestAct, Record<string, Try>>> = {
  read: {
    'GET /my/at/:slug/horses/:id': page(({ horses }) => `/horses/${horses}`),
    'GET /my/at/:slug/files/:id/:size': page(({ files }) => `/files/${files}/large`),
    'GET /my/at/:slug/visits/:id': page(({ visits }) => `/visits/${visits}`),
    'GET /my/at/:slug/visits/:id/card': page(({ past }) => `/visits/${past}/card`),
    'GET /my/at/:slug/visits/:id/card.pdf': page(({ past }) => `/visits/${past}/card.pdf`),
    'GET /my/at/:slug/visits/:id/card/photos/:photoId': page(({ past, photos }) => `/visits/${past}/card/photos/${photos}`),
    'GET /my/at/:slug/messages/:id': page(({ messages }) => `/messages/${messages}`),
    'GET /my/at/:slug/messages/:id/picture/:fileId': page(({ messages, picture }) => `/messages/${messages}/picture/${picture}`),
    'GET /my/at/:slug/messages/:id/file/:fileId': page(({ messages, file }) => `/messages/${messages}/file/${file}`),
  },
  confirm: {
    'POST /my/at/:slug/visits/:id': form(
      ({ visits }) => `/visits/${visits}`,
      () => ({ kind: 'confirmed' }),
    ),
  },
  cancel: {
    'POST /my/at/:slug/visits/:id': form(
      ({ wish }) => `/visits/${wish}`,
      () => ({ kind: 'cancel' }),
    ),
  },
  message: {
    'GET /my/at/:slug/messages/new': page(() => '/messages/new'),
    'POST /my/at/:slug/messages/new': (of) => ({ url: at(of, '/messages/new'), form: { content: 'Does Friday suit?' }, isMultipart: true }),
    'POST /my/at/:slug/messages/:id': (of) => ({
      url: at(of, `/messages/${of.subjects.messages}`),
      form: { content: 'Thank you' },
      isMultipart: true,
    }),
    'POST /my/at/:slug/horses/:id/words': form(
      ({ horses }) => `/horses/${horses}/words`,
      () => ({ words: 'She is footsore.' }),
    ),
    'POST /my/at/:slug/yards/:id/message': form(
      ({ yards }) => `/yards/${yards}/message`,
      () => ({ words: 'The top gate is chained' }),
    ),
  },
  upload: {
    'POST /api/my/uploads': (of) => ({ url: '/api/my/uploads', json: { ...aFile(of), id: uuidv7(), bytes: 10 } }),
    'POST /api/my/files': (of) => ({ url: '/api/my/files', json: { ...aFile(of), fileId: of.sent, fileName: 'x.jpg' } }),
    'POST /my/care/:slug/:id/files/:fileId': (of) => ({ url: care(of, `/files/${of.subjects.films}`), form: { do: 'passes' } }),
  },
  readCare: {
    'GET /my/care/:slug/:id': (of) => ({ url: care(of) }),
    'GET /api/my/films/:slug/:id/marks': (of) => ({ url: marks(of) }),
    'GET /my/care/:slug/:id/films/:fileId': (of) => ({ url: care(of, `/films/${of.subjects.films}`) }),
    'GET /my/care/:slug/:id/files/:fileId/:size': (of) => ({ url: care(of, `/files/${of.subjects.films}/file`) }),
  },
  // Tried in care.test.ts: a word of the body of a file.
  keepBack: {},
  readYard: {
    'GET /my/at/:slug/yards/:id': page(({ yards }) => `/yards/${yards}`),
    'POST /my/at/:slug/yards/:id/leave': form(({ yards }) => `/yards/${yards}/leave`),
  },
  share: {
    'POST /my/at/:slug/sharing/invite': form(
      () => '/sharing/invite',
      ({ client }) => ({ for: client, role: 'helper', name: 'Non', to: `${uuidv7()}@example.com` }),
    ),
    'POST /my/at/:slug/sharing/end': form(
      () => '/sharing/end',
      ({ client, invite }) => ({ for: client, what: 'invite', id: invite }),
    ),
    'POST /my/at/:slug/sharing/care': form(
      () => '/sharing/care',
      ({ client, subjects }) => ({
        for: client,
        role: 'vet',
        horse: subjects.horses,
        name: 'Mia',
        to: `${uuidv7()}@vets.example`,
        days: '90',
      }),
    ),
    'POST /my/at/:slug/sharing/care/answer': form(() => '/sharing/care/answer', agreement('yes')),
    'POST /my/at/:slug/sharing/care/go-on': form(() => '/sharing/care/go-on', agreement()),
    'POST /my/at/:slug/sharing/care/end': form(() => '/sharing/care/end', agreement()),
    'POST /my/at/:slug/sharing/photos': form(
      () => '/sharing/photos',
      ({ photoAsk }) => ({ id: photoAsk, says: 'yes', use: 'social' }),
    ),
    'GET /my/at/:slug/agreements/:id/agreement.pdf': page(({ agreements }) => `/agreements/${agreements}/agreement.pdf`),
    'GET /my/at/:slug/horses/:id/share': page(({ horses }) => `/horses/${horses}/share`),
    'POST /my/at/:slug/horses/:id/share': form(
      ({ horses }) => `/horses/${horses}/share`,
      () => ({ toName: 'Tom Pugh', purpose: 'sale', work: 'yes', days: '14', step: 'make' }),
    ),
    'POST /my/at/:slug/shares/:id/end': form(({ shares }) => `/shares/${shares}/end`),
  },
  payServices: {
    'GET /my/at/:slug/services': page(() => '/services?service=vet-integration'),
    'POST /my/at/:slug/services/begin': form(
      () => '/services/begin',
      ({ client, subjects }) => ({ for: client, service: 'vet-integration', horse: subjects.horses, now: 'yes' }),
    ),
    'POST /my/at/:slug/services/end': form(
      () => '/services/end',
      ({ client, service }) => ({ for: client, id: service }),
    ),
  },
  sell: {
    'GET /my/at/:slug/horses/:id/sold': page(({ horses }) => `/horses/${horses}/sold`),
    'POST /my/at/:slug/horses/:id/sold': form(
      ({ horses }) => `/horses/${horses}/sold`,
      () => ({ what: 'sold', day: dayOf(currentTime(), 'Europe/London'), along: 'record' }),
    ),
    'POST /my/at/:slug/horses/:id/sold/back': form(({ horses }) => `/horses/${horses}/sold/back`),
  },
  readMoney: {
    'GET /my/at/:slug/invoices/:id': page(({ invoices }) => `/invoices/${invoices}`),
    'GET /my/at/:slug/invoices/:id/invoice.pdf': page(({ invoices }) => `/invoices/${invoices}/invoice.pdf`),
    'GET /my/at/:slug/statement': page(() => '/statement'),
    'GET /my/at/:slug/statement/statement.pdf': page(() => '/statement/statement.pdf'),
  },
  pay: {
    'POST /my/at/:slug/invoices/:id/paid': form(({ invoices }) => `/invoices/${invoices}/paid`),
    'POST /my/at/:slug/invoices/:id/pay': form(({ invoices }) => `/invoices/${invoices}/pay`),
  },
  acceptTerms: {
    'GET /my/at/:slug/terms': page(() => '/terms'),
    'GET /my/at/:slug/terms/accepted.pdf': page(() => '/terms/accepted.pdf'),
    'POST /my/at/:slug/terms': form(
      () => '/terms',
      ({ terms, name }) => ({ version: terms, name, read: 'yes' }),
    ),
  },
  changeDetails: {
    'GET /my/at/:slug/texts': page(() => '/texts'),
    'POST /my/at/:slug/texts': form(
      () => '/texts',
      () => WISHES,
    ),
    'POST /my/at/:slug/texts/phone': form(() => '/texts/phone'),
    'POST /my/at/:slug/texts/stop': form(() => '/texts/stop'),
    'POST /my/at/:slug/texts/start': form(() => '/texts/start'),
    'POST /my/at/:slug/yard-board': form(
      () => '/yard-board',
      () => ({ shows: 'no' }),
    ),
    'POST /my/at/:slug/data/details': form(
      () => '/data/details',
      ({ client, name }) => ({ for: client, name: `${name} Rees`, address: '1 High Street', postcode: '' }),
    ),
    'POST /my/at/:slug/data/everything': form(
      () => '/data/everything',
      ({ client }) => ({ for: client }),
    ),
  },
  note: {
    'GET /my/care/:slug/:id/notes': (of) => ({ url: care(of, '/notes') }),
    'POST /my/care/:slug/:id/notes': (of) => ({ url: care(of, '/notes'), form: { formId: uuidv7(), body: 'Sore behind' } }),
    'POST /my/care/:slug/:id/notes/show': (of) => ({ url: care(of, '/notes/show'), form: { note: of.subjects.notes } }),
    'POST /my/care/:slug/:id/notes/withdraw': (of) => ({ url: care(of, '/notes/withdraw'), form: { note: of.subjects.notes } }),
  },
  plan: {
    'POST /my/care/:slug/:id/plans': (of) => ({ url: care(of, '/plans'), form: { formId: uuidv7(), 'NF-wedge': '3' } }),
  },
  askColleague: {
    'POST /my/care/:slug/:id/colleagues': (of) => ({ url: care(of, '/colleagues'), form: { name: 'Ann Price', to: 'ann@vets.example' } }),
  },
  measure: {
    'POST /api/my/films/:slug/:id/marks': (of) => ({ url: marks(of), json: { ...LENGTH, id: uuidv7() } }),
    'DELETE /api/my/films/:slug/:id/marks/:markId': (of) => ({ url: `${marks(of)}/${of.subjects.marks}`, method: 'DELETE' }),
  },
  // The last: after it nothing is theirs.
  leave: {
    'POST /my/at/:slug/sharing/leave': form(
      () => '/sharing/leave',
      ({ leaves }) => leaves,
    ),
    'POST /my/care/:slug/:id/end': (of) => ({ url: care(of, '/end'), form: {} }),
  },
}

/** A client's conversations and cards, which a sharer has none of; what sharers write about a horse is their own. */
const OF_CLIENTS = /visits\/:id\/card|\/messages\//
const OF_SHARERS = new Set(['POST /my/at/:slug/horses/:id/words'])
const isFor = (role: GuestRole, route: string) => (role === 'sharer' ? !OF_CLIENTS.test(route) : !OF_SHARERS.has(route))
/** Ending is never refused, also where a plan has ended. */
const isEnding = (route: string) => /\/(end|leave)$/.test(route)

const ACTS = Object.keys(ROUTES) as GuestAct[]
const everyTry = ACTS.flatMap((act) => Object.entries(ROUTES[act]).map(([route, asked]) => ({ act, route, asked })))

type Person = { role: GuestRole; seesMoney: boolean; mayAnswer?: boolean }
/** Everyone a practice may let in. */
const PEOPLE = [
  { who: 'a holder', role: 'holder' as const, seesMoney: true },
  { who: 'a helper', role: 'helper' as const, seesMoney: false },
  { who: 'a helper with whom the bills are shared', role: 'helper' as const, seesMoney: true },
  { who: 'a sharer', role: 'sharer' as const, seesMoney: false, mayAnswer: false },
  { who: 'a sharer who answers about visits', role: 'sharer' as const, seesMoney: false, mayAnswer: true },
  { who: 'the manager of a yard', role: 'yard' as const, seesMoney: false },
  { who: 'a vet', role: 'vet' as const, seesMoney: false },
  { who: 'a para-professional', role: 'para-professional' as const, seesMoney: false },
]

const isCarer = (role: GuestRole) => role === 'vet' || role === 'para-professional'
const isOfCare = (route: string) => route.includes('/my/care/') || route.includes('/api/my/films/')
const isOfBoth = (route: string) => route.includes('/api/my/')

/** Whether a person may do this here: a yard's manager or a carer acts for no client; a client acts for no yard and is no carer. */
const mayHere = (who: Parameters<typeof guestMay>[0], act: GuestAct, route: string) =>
  guestMay(who, act) &&
  (who.role === 'yard') === route.includes('/yards/') &&
  (isOfBoth(route) || isCarer(who.role) === isOfCare(route)) &&
  isFor(who.role, route)

/** Each person has an address of their own: the common limits by address are not what is swept for. */
const addresses = new Map<string, string>()
function addressOf({ personId }: Household): string {
  const address = addresses.get(personId) ?? `10.7.0.${addresses.size + 1}`
  addresses.set(personId, address)
  return address
}

async function send(guest: Household, { url, form: fields, json, isMultipart, method }: RouteRequest) {
  const [remoteAddress, { cookies }] = [addressOf(guest), guest]
  if (fields && isMultipart) return sendForm(server, { cookies, remoteAddress }, url, fields)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = fields && new URLSearchParams(fields).toString()
  if (payload !== undefined) return server.app.inject({ method: 'POST', url, cookies, remoteAddress, headers, payload })
  return server.app.inject({ url, cookies, remoteAddress, ...(method && { method }), ...(json && { method: 'POST', payload: json }) })
}

/** All that a practice has on record, regardless of who requested it. */
const written = async () =>
  server.asOwner(`select (select count(*) from activity where practice_id = p.id) as journal,
    (select count(*) from messages where practice_id = p.id) as messages, (select count(*) from visit_answers where practice_id = p.id) as answers,
    (select count(*) from owner_asks where practice_id = p.id) as asks,
    (select count(*) from film_marks where practice_id = p.id and deleted_at is null) as marks, (select count(*) from files where practice_id = p.id) as files,
    (select count(*) from photo_consents where practice_id = p.id and given_at is not null) as photos,
    (select count(*) from terms_acceptances where practice_id = p.id) as terms, (select count(*) from rights_requests where practice_id = p.id) as requests
    from directory.practices p where p.id = '${server.gareth.practiceId}'`)

test('each route about a practice’s things is in the table of acts, and none else', () => {
  const served = server.app.routeTable
    .filter(
      ({ audience, method, path, schema }) => audience === 'guest' && method !== 'HEAD' && (path.includes(':slug') || isOfPractice(schema)),
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(everyTry.map(({ route }) => route))].toSorted()).toEqual(served.toSorted())
})

/** Whether a body names a practice. */
const isOfPractice = (schema: unknown): boolean =>
  JSON.stringify((schema as { body?: unknown } | undefined)?.body ?? '').includes('"horseId"')

describe.each(PEOPLE)('$who', ({ role, seesMoney, mayAnswer = false }: Person) => {
  let of: Household
  beforeAll(async () => {
    of = await makeHousehold(server, 'Ffion', { role, seesMoney, mayAnswer })
  })

  test.each(everyTry)('$act, by $route', async ({ act, route, asked }) => {
    const before = await written()
    const answer = await send(of, asked(of))
    const isGet = route.startsWith('GET')
    if (mayHere({ role, seesMoney, mayAnswer }, act, route)) {
      expect([isGet ? [200] : [200, 201, 204, 303]], answer.body).toContainEqual(expect.arrayContaining([answer.statusCode]))
    } else {
      expect([403, 404, 422], answer.body).toContain(answer.statusCode)
      expect(await written()).toEqual(before)
    }
  })
})

test('what works for one person is a 404 to someone who has no access any more, and to a guest of another practice', async () => {
  const of = await makeHousehold(server, 'Huw')
  const gone = await makeGuest(server.app, { practice: server.gareth, clientId: of.client })
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: gone.personId, clientId: of.client }))
  const clientId = (await server.other.post('/api/clients', { name: 'Huw' })).json<{ id: string }>().id
  const far = await makeGuest(server.app, { practice: server.other, clientId })
  const [before, wrong] = [await written(), [] as string[]]
  for (const guest of [gone, far])
    for (const { route, asked } of everyTry) {
      const { statusCode } = await send({ ...of, ...guest }, asked(of))
      if (statusCode !== 404) wrong.push(`${route}: ${statusCode}`)
    }
  expect(wrong).toEqual([])
  expect(await written()).toEqual(before)
})

test('a practice whose plan has ended refuses each form with the one sentence, and every page is read on', async () => {
  const of = await makeHousehold(server, 'Nia', { managesYard: true })
  const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)
  const ended = "paid_until = '2020-01-01', trial_ends_on = null"
  const sentence = new AppError('practice_takes_nothing').message
  const wrong: string[] = []
  const tryAll = async (tries: typeof everyTry, by: Household) => {
    await plan(ended)
    const before = await written()
    for (const { route, asked } of tries) {
      const { statusCode, body } = await send(by, asked(by))
      const isFine = route.startsWith('GET') ? statusCode === 200 : [402, 422].includes(statusCode) && body.includes(sentence)
      if (!isFine) wrong.push(`${route}: ${statusCode}`)
    }
    expect(await written()).toEqual(before)
    await plan("paid_until = '2099-01-01'")
  }
  const isSigning = ({ route }: (typeof everyTry)[number]) => route === 'POST /my/at/:slug/terms'
  await tryAll(
    everyTry.filter((one) => !isSigning(one) && !isEnding(one.route) && !isOfCare(one.route) && isFor('holder', one.route)),
    of,
  )
  // What they have accepted has no form any more: newer terms have one.
  await server.gareth.post('/api/terms-versions', { sections: [{ title: 'General', text: 'Payment is due within 7 days.' }] })
  await tryAll(everyTry.filter(isSigning), { ...of, terms: String(Number(of.terms) + 1) })
  expect(wrong).toEqual([])
})
