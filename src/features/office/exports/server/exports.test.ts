import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Export } from '#features/office/exports/contract.ts'
import { dropExports, makeExports } from '#features/office/exports/server/jobs.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { makeShare } from '#features/records/guests/server/sharing-horses.ts'
import { receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'pritchel-exports-test-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const add = async (path: string, body: object, who: Pick<FixturePractice, 'post'> = server.gareth): Promise<string> => {
  const answer = await who.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const places = () => ({ db: server.db, files: server.app.setup.files })

/** Does the worker's part for the job that was just added. */
async function made(started: { statusCode: number; body: string; json: () => unknown }): Promise<Export> {
  expect(started.statusCode, started.body).toBe(201)
  const { id } = started.json() as Export
  await makeExports(places(), async () => 1).handle({ practiceId: server.gareth.practiceId, exportId: id })
  return (await server.gareth.get(`/api/exports/${id}`)).json<Export>()
}

/** Unpacks a download with an ordinary tool. */
async function unpacked(
  id: string,
  name: string,
): Promise<{ list: string[]; path: (file: string) => string; text: (file: string) => string }> {
  const answer = await server.gareth.get(`/api/exports/${id}/file`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  writeFileSync(join(folder, `${name}.zip`), answer.rawPayload)
  execFileSync('unzip', ['-q', join(folder, `${name}.zip`), '-d', join(folder, name)])
  const list = execFileSync('unzip', ['-Z1', join(folder, `${name}.zip`)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const path = (file: string) => join(folder, name, file)
  return { list, path, text: (file) => readFileSync(path(file), 'utf8') }
}

/** A sheet as Python's csv module reads it. */
const csvOf = (path: string): Record<string, string>[] =>
  JSON.parse(
    execFileSync(
      'python3',
      ['-c', 'import csv,json,sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], encoding="utf-8-sig", newline="")))))', path],
      {
        encoding: 'utf8',
      },
    ),
  )

test("a client's pack holds all their data, readable by unzip, a PDF reader and a CSV reader, and no one else’s", async () => {
  const sarah = await add('/api/clients', {
    name: 'Sarah Penrose',
    phone: '07700 900118',
    email: 'sarah@penrose.example',
    notes: '=HYPERLINK("http://evil.example")',
  })
  const owen = await add('/api/clients', { name: 'Owen Pritchard', phone: '07700 900222', email: 'owen@pritchard.example' })
  const yard = await add('/api/yards', { name: 'Hollybush Livery' })
  const biscuit = await add('/api/horses', {
    name: 'Biscuit',
    clientId: sarah,
    yardId: yard,
    specialNotes: 'Bites. Owen Pritchard holds her.',
  })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: owen, yardId: yard })
  const visit = {
    startTime: '2026-11-10T09:00:00Z',
    endTime: '2026-11-10T10:00:00Z',
    title: 'Yard visit with Owen Pritchard',
    yardId: yard,
  }
  const shared = await add('/api/appointments', { ...visit, clientId: owen, horses: [{ horseId: merlin }, { horseId: biscuit }] })
  await add('/api/work-entries', { horseId: biscuit, serviceType: 'Trim', workDate: '2026-11-10', findings: 'Thrush, near fore; "mild"' })
  await add('/api/work-entries', { horseId: merlin, serviceType: 'Trim', workDate: '2026-11-10', findings: 'Merlin only' })
  await addFile(server.gareth, { horseId: biscuit, fileName: 'Near fore.jpg' })
  await addFile(server.gareth, { horseId: biscuit, fileName: 'Near fore.jpg' })
  await addFile(server.gareth, { horseId: merlin, fileName: 'Merlin.jpg' })
  await server.gareth.inPractice((tx, actor) =>
    receiveMessage(tx, actor, { clientId: sarah, via: 'sms', content: 'Can you come Tuesday? Ring Owen Pritchard on 07700 900222' }),
  )

  // Half past midnight in London.
  await server.asOwner(
    `update clients set marketing_consent_at = '2026-06-30T23:30:00Z', marketing_consent_how = 'said' where id = '${sarah}'`,
  )

  const [herself, groom, stranger] = [uuidv7(), uuidv7(), uuidv7()]
  const people = [herself, groom].map((id) => ({ id, email: null }))
  await server.db.withDirectory((tx) => tx.insertInto('directory.people').values(people).execute())
  await server.gareth.inPractice(async (tx, actor) => {
    await letIn(tx, actor, { personId: herself, clientId: sarah, how: 'address' })
    await letIn(tx, actor, { personId: groom, clientId: sarah, how: 'invited', role: 'helper' })
    for (const personId of [herself, groom, stranger])
      await noteOpened(tx, actor, { personId, clientId: sarah, what: 'horse', subjectId: biscuit })
    const chosen = { parts: { work: true, findings: false }, photoIds: [], fromOn: null, days: 14 }
    const link = { id: uuidv7(), horseId: biscuit, clientId: sarah, personId: herself, toName: 'Tom Pugh', purpose: 'sale' as const }
    const { share } = await makeShare(tx, actor, { ...link, ...chosen })
    await sql`insert into guest_log (practice_id, id, client_id, what, subject_id, hour, at, share_id, role)
      values (${actor.practiceId}, ${uuidv7()}, ${sarah}, 'horse', ${biscuit}, clock_now(), clock_now(), ${share.id}, 'link')`.execute(tx)
  })

  const done = await made(await server.gareth.post(`/api/clients/${sarah}/pack`, {}))
  expect(done).toMatchObject({ state: 'done', kind: 'client', clientId: sarah, fileName: expect.stringMatching(/^Sarah Penrose, \d{4}/) })
  expect(done.handled).toBe(done.total)
  const { list, path, text } = await unpacked(done.id, 'pack')
  expect(list).toEqual(
    expect.arrayContaining(['Read me.txt', 'Summary.pdf', 'data.json', 'files/Near fore.jpg', 'files/Near fore (2).jpg']),
  )
  expect(list.some((name) => name.includes('Merlin'))).toBe(false)

  const [client] = csvOf(path('csv/client-records.csv'))
  expect(client).toMatchObject({ Name: 'Sarah Penrose', Notes: '\'=HYPERLINK("http://evil.example")', 'Phone e164': "'+447700900118" })
  expect(csvOf(path('csv/work-entries.csv'))).toMatchObject([{ Findings: 'Thrush, near fore; "mild"' }])
  expect(csvOf(path('csv/messages.csv'))[0]?.Content).toBe('Can you come Tuesday? Ring [somebody else] on [somebody else]')
  const whoIn = (sheet: string) => csvOf(path(`csv/${sheet}.csv`)).map((row) => row.Who)
  expect(whoIn('looks-at-what-was-shown-to-them')).toEqual(
    expect.arrayContaining([
      'Sarah Penrose',
      'A helper of Sarah Penrose',
      'Somebody whose access is no longer on record',
      'Whoever had the link for Tom Pugh',
    ]),
  )
  expect(csvOf(path('csv/links-to-horses.csv'))).toMatchObject([{ 'To name': 'Tom Pugh', Who: 'Sarah Penrose', Opens: '0' }])
  const data = JSON.parse(text('data.json'))
  expect(data.visits).toMatchObject([{ id: shared, title: 'Yard visit with [somebody else]', on_day: '2026-11-10' }])
  expect(data.horses).toMatchObject([{ name: 'Biscuit', special_notes: 'Bites. [somebody else] holds her.' }])
  for (const file of list.filter((name) => /\.(csv|json|txt)$/.test(name)))
    expect(text(file), file).not.toMatch(/Owen|Pritchard|7700 ?900222|Merlin/)

  const words = execFileSync('pdftotext', ['-layout', path('Summary.pdf'), '-'], { encoding: 'utf8' })
  for (const one of [
    'What we have on record about you',
    'Sarah Penrose',
    '07700 900118',
    'Biscuit',
    '10 Nov 2026',
    'Thrush',
    'agreed to on 1 Jul 2026',
  ])
    expect(words).toContain(one)
  expect(words).not.toMatch(/Owen|Merlin/)
})

test('the whole practice leaves as sheets, JSON and files, on a lapsed plan too, and without what only this server needs', async () => {
  await server.asOwner(
    `update directory.practices set tier = 'essential', trial_ends_on = '2020-01-01' where id = '${server.gareth.practiceId}'`,
  )
  const done = await made(await server.gareth.post('/api/exports'))
  const { list, path, text } = await unpacked(done.id, 'all')
  const names = csvOf(path('csv/clients.csv')).map((row) => row.Name)
  expect(names).toEqual(expect.arrayContaining(['Sarah Penrose', 'Owen Pritchard']))
  expect(JSON.parse(text('json/horses.json')).map((horse: { name: string }) => horse.name)).toEqual(
    expect.arrayContaining(['Biscuit', 'Merlin']),
  )
  expect(list).toContain('files/Merlin.jpg')
  expect(list.filter((name) => /sync_ops|push_subscriptions|devices/.test(name))).toEqual([])
})

test('a download is for owners, for a day, and then it is gone from the disk', async () => {
  const { id } = await made(await server.gareth.post('/api/exports'))
  const farrier = await server.gareth.addMember('Mari Lloyd', 'farrier')
  for (const url of ['/api/exports', `/api/exports/${id}`, `/api/exports/${id}/file`]) expect((await farrier.get(url)).statusCode).toBe(403)
  expect((await server.other.get(`/api/exports/${id}/file`)).statusCode).toBe(404)
  const [row] = await server.asOwner(
    `select store_key as key, dies_at - clock_now() between '23 hours' and '25 hours' as day from exports where id = '${id}'`,
  )
  expect(row?.day).toBe(true)
  const drop = () => dropExports(places()).handle({ practiceId: server.gareth.practiceId, exportId: id })
  await drop()
  expect((await server.gareth.get(`/api/exports/${id}/file`)).statusCode).toBe(200)
  await server.asOwner(`update exports set dies_at = clock_now() where id = '${id}'`)
  expect((await server.gareth.get(`/api/exports/${id}/file`)).statusCode).toBe(404)
  await drop()
  expect((await server.gareth.get(`/api/exports/${id}`)).json()).toMatchObject({ state: 'gone' })
  expect(await server.app.setup.files.find(String(row?.key))).toBeUndefined()
})

test('one that is removed before its time takes its bytes along, when it can', async () => {
  const { id } = await made(await server.gareth.post('/api/exports'))
  const [row] = await server.asOwner(`select store_key as key from exports where id = '${id}'`)
  await server.asOwner(`delete from pgboss.job where name = 'drop-export'`)
  expect((await server.gareth.delete(`/api/exports/${id}`)).statusCode).toBe(204)
  const [job] = await server.asOwner(`select data from pgboss.job where name = 'drop-export'`)
  await dropExports(places()).handle(job?.data as Record<string, unknown>)
  expect(await server.app.setup.files.find(String(row?.key))).toBeUndefined()
})

test('one that is removed while it is made leaves nothing behind', async () => {
  const { id } = (await server.gareth.post('/api/exports')).json<Export>()
  const { files } = server.app.setup
  const keep: typeof files.keep = async (name, arrival) => {
    expect((await server.gareth.delete(`/api/exports/${id}`)).statusCode).toBe(204)
    return files.keep(name, arrival)
  }
  let sha256 = ''
  const noting: typeof files.receive = async (...args) => {
    const arrival = await files.receive(...args)
    sha256 = arrival.sha256
    return arrival
  }
  const watched = { ...files, keep, receive: noting }
  await makeExports({ db: server.db, files: watched }, async () => 1).handle({ practiceId: server.gareth.practiceId, exportId: id })
  expect(sha256).not.toBe('')
  expect(await files.find(sha256)).toBeUndefined()
})
