import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineOf } from '#features/ledger/invoices/rules.ts'
import type { Export } from '#features/office/exports/contract.ts'
import { makeReports } from '#features/office/exports/server/jobs.ts'
import { type QuickStats, type ReportCharts, type ReportFormat, type ReportPreview, ReportType } from '#features/office/reports/contract.ts'
import { lineSql } from '#features/office/reports/server/line-sql.ts'
import { makeReport } from '#features/office/reports/server/making.ts'
import { previewReport } from '#features/office/reports/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { AppError } from '#lib/errors.ts'
import type { Tier } from '#lib/plan.ts'
import { derivedKey } from '#platform/server/files/store.ts'
import { addFile, storeFile } from '#testing/files.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { isWhole } from '#testing/whole.ts'

let server: TestServer
let known: Awaited<ReturnType<typeof fill>>
const folder = mkdtempSync(join(tmpdir(), 'pritchel-reports-test-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
  known = await fill(server.gareth)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const YEAR = 'range=custom&from=2025-01-01&to=2025-12-31'

/** A year of a practice that is registered for VAT: prices that round, a discount, a credit, and a client who writes formulas. */
async function fill(practice: FixturePractice) {
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await practice.post(path, body)
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300)
    return answer.json<{ id: string }>().id
  }
  expect((await practice.put('/api/money/settings', { vat: { isRegistered: true, number: '123456789', rateBp: 2000 } })).statusCode).toBe(
    200,
  )
  const sarah = await add('/api/clients', { name: '=Sarah Penrose', phone: '+44 7700 900118' })
  const owen = await add('/api/clients', { name: 'Owen Pritchard' })
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId: sarah, cycleDays: 42 })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: owen, cycleDays: 42 })
  const serve = (horseId: string, workDate: string, findings?: string) =>
    add('/api/work-entries', { horseId, serviceType: 'Trim', workDate, findings })
  // Due 12 Feb: six days over, 13 over its next, then 20.
  for (const day of ['2025-01-01', '2025-02-18', '2025-04-14']) await serve(biscuit, day, 'Thrush; "mild", near fore')
  for (const day of ['2025-01-01', '2025-03-04']) await serve(merlin, day)
  const line = (clientId: string, chargedOn: string, unitPence: number, more: object = {}) =>
    add('/api/charges', { clientId, chargedOn, unitPence, description: 'Studs', kind: 'extra', ...more })
  await line(sarah, '2025-01-01', 3333, { horseId: biscuit })
  await line(sarah, '2025-02-18', 1999, { quantity: 3, horseId: biscuit })
  await line(sarah, '2025-02-18', -107, { kind: 'discount', description: 'Good payer' })
  await line(owen, '2025-03-04', 3500, { kind: 'mileage', description: 'Mileage, 20 miles', vatRateBp: 0 })
  await line(owen, '2024-01-03', 99_999)
  const invoice = await add('/api/invoices', { payerClientId: sarah })
  await practice.inPractice((tx) =>
    sql`update invoices set issued_on = '2025-02-20', due_on = '2025-02-20' where id = ${invoice}`.execute(tx),
  )
  await add(`/api/invoices/${invoice}/credit`, { amountPence: 1200, reason: 'Sprung shoe' })
  await practice.inPractice((tx) => sql`update invoices set issued_on = '2025-03-01' where kind = 'credit'`.execute(tx))
  return { sarah, owen, biscuit, merlin, add }
}

const preview = async (query: string): Promise<ReportPreview> => {
  const answer = await server.gareth.get(`/api/reports/preview?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Makes a report as the worker does, and puts its file where other programs open it. */
async function made(query: string, format: ReportFormat): Promise<{ path: string; bytes: Buffer; it: Export }> {
  const started = await server.gareth.post('/api/reports', { ...Object.fromEntries(new URLSearchParams(query)), format })
  expect(started.statusCode, started.body).toBe(201)
  const { id, fileName } = started.json<Export>()
  const places = { db: server.db, files: server.app.setup.files }
  await makeReports(places, makeReport(places)).handle({ practiceId: server.gareth.practiceId, exportId: id })
  const it = (await server.gareth.get('/api/reports')).json<Export[]>().find((one) => one.id === id) as Export
  expect(it).toMatchObject({ state: 'done', problem: null })
  const file = await server.gareth.get(`/api/reports/${id}/file`)
  expect(file.headers['content-length']).toBe(String(file.rawPayload.length))
  const path = join(folder, `${id}.${fileName.split('.').at(-1)}`)
  writeFileSync(path, file.rawPayload)
  return { path, bytes: file.rawPayload, it }
}

test('a line comes to the same pence in SQL as by the rule', async () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    unitPence: fc.integer({ min: -10_000_000, max: 10_000_000 }),
    vatRateBp: fc.constantFrom(0, 1, 500, 1750, 2000, 10_000),
    includesVat: fc.boolean(),
  })
  const lines = fc.sample(line, 400)
  const { net, vat, gross } = lineSql('c')
  const { rows } = await server.gareth.inPractice((tx) =>
    sql<{ netPence: number; vatPence: number; grossPence: number }>`
      select ${net} as "netPence", ${vat} as "vatPence", ${gross} as "grossPence"
      from jsonb_to_recordset(${JSON.stringify(lines.map((one, at) => ({ at, quantity: one.quantity, unit_pence: one.unitPence, vat_rate_bp: one.vatRateBp, includes_vat: one.includesVat })))}::jsonb)
        as c(at int, quantity int, unit_pence int, vat_rate_bp int, includes_vat boolean) order by at`.execute(tx),
  )
  expect(rows).toEqual(lines.map(lineOf))
})

test('the sums of the revenue are those of its rows to the penny, less what a credit note gave back', async () => {
  const report = await preview(`type=revenue-summary&${YEAR}`)
  // 3333 + 667, 5997 + 1199, -107 - 21, 3500 + 0, and 1000 + 200 given back.
  expect(Object.fromEntries(report.facts.map(({ label, value }) => [label, value]))).toEqual({
    ...{ 'Pads, studs and extras': 9330, Discounts: -107, Mileage: 3500, 'Credit notes': -1000 },
    ...{ 'Before VAT': 11_723, VAT: 1645, Total: 13_368 },
    ...{ Invoiced: 11_068, 'Paid or credited': -1200, Owed: 9868 },
  })
  const sum = (key: string) => {
    const place = report.columns.findIndex((one) => one.key === key)
    return report.rows.reduce((so, row) => so + Number(row[place]), 0)
  }
  expect([report.total, sum('net'), sum('vat'), sum('gross')]).toEqual([5, 11_723, 1645, 13_368])
  expect(report.rows.map((row) => row.at(-1))).toEqual(['INV-0001', 'INV-0001', 'INV-0001', 'CN-0001', 'Not invoiced yet'])
  const total = async (filter: string) =>
    (await preview(`type=revenue-summary&${YEAR}&${filter}`)).facts.find(({ label }) => label === 'Total')?.value
  expect([await total(`clientId=${known.owen}`), await total(`horseId=${known.biscuit}`)]).toEqual([3500, 11_196])
  expect((await preview(`type=revenue-summary&${YEAR}&horseId=${known.biscuit}`)).notes).toHaveLength(1)
})

test('figures and charts of a year agree with its rows', async () => {
  const stats = (await server.gareth.get(`/api/reports/stats?${YEAR}`)).json<QuickStats>()
  expect(stats).toMatchObject({
    revenuePence: 11_723,
    revenueBeforePence: 99_999,
    horsesSeen: 5,
    onTime: 1,
    wereDue: 3,
    owedPence: 9868,
    owedOver30Pence: 9868,
  })
  const charts = (await server.gareth.get(`/api/reports/charts?${YEAR}`)).json<ReportCharts>()
  expect(charts.months?.map(({ pence }) => pence)).toEqual([3333, 5890, 2500, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(charts.months?.[0]).toMatchObject({ month: '2025-01', beforePence: 99_999 })
  const partly = (await server.gareth.get('/api/reports/stats?range=custom&from=2024-06-01&to=2024-12-31')).json<QuickStats>()
  expect(partly.revenueBeforePence).toBeNull()
  expect(charts.cycle).toMatchObject({ onTime: 1, late: 1, later: 1, latest: [{ name: 'Merlin', onDay: '2025-03-04', daysLate: 20 }] })
  expect(charts.work.find(({ label }) => label === 'Trim')).toMatchObject({ count: 5 })
  expect(charts.debtors?.map(({ pence }) => pence)).toEqual([0, 0, 0, 0, 9868])
})

test('the ages of debts separate money not yet due from money due for some days', async () => {
  const add = async (path: string, body: object) => (await server.other.post(path, body)).json<{ id: string }>().id
  const debtors = async () =>
    (await server.other.get(`/api/reports/charts?${YEAR}`)).json<ReportCharts>().debtors?.map(({ label, pence }) => [label, pence])
  const payerClientId = await add('/api/clients', { name: 'Tom Vaughan' })
  const today = dayOf(currentTime(), 'Europe/London')
  for (const [days, unitPence] of [
    [5, 400],
    [0, 30],
    [-1, 2],
  ] as const) {
    await add('/api/charges', { clientId: payerClientId, description: 'Studs', unitPence })
    await add('/api/invoices', { payerClientId, dueOn: addDays(today, Math.max(0, days)) })
  }
  await server.asOwner(`update invoices set due_on = '${addDays(today, -1)}' where total_pence = 2`)
  expect(await debtors()).toEqual([
    ['Not due yet', 430],
    ['Up to 30 days', 2],
    ['31 to 60 days', 0],
    ['61 to 90 days', 0],
    ['Over 90 days', 0],
  ])
})

test('what is booked counts at the price agreed for the horse, its owner, the yard, else the list', async () => {
  const { add, merlin, owen } = known
  const [trim] = (await server.gareth.get('/api/price-items'))
    .json<{ id: string; serviceType: string }[]>()
    .filter(({ serviceType }) => serviceType === 'Trim')
  const priceItemId = trim?.id ?? (await add('/api/price-items', { serviceType: 'Trim', unitPence: 3500 }))
  const second = await add('/api/horses', { name: 'Rolo', clientId: owen })
  await server.gareth.put('/api/price-overrides', { priceItemId, horseId: merlin, unitPence: 4100 })
  await add('/api/appointments', {
    clientId: owen,
    startTime: '2099-05-04T09:00:00Z',
    endTime: '2099-05-04T10:00:00Z',
    horses: [{ horseId: merlin }, { horseId: second, plannedWork: 'Trim' }],
  })
  const charts = (await server.gareth.get('/api/reports/charts?range=custom&from=2099-01-01&to=2099-06-30')).json<ReportCharts>()
  expect(charts.months?.[4]).toEqual({ month: '2099-05', pence: 0, beforePence: 0, bookedPence: 7600 })
})

test('every type and filter is answered, and a gait file shows its measurements', async () => {
  const fileId = await storeFile(server.gareth, Buffer.from('Time (s),Force (N)\n0,100\n1,300\n2,200\n'))
  await addFile(server.gareth, { fileId, horseId: known.biscuit, fileType: 'gait-analysis', fileName: 'Trot.csv', takenOn: '2025-02-18' })
  for (const type of ['horse-summary', 'client-summary', 'service-history', 'appointment-log', 'gait-analysis'])
    for (const filter of ['', `&clientId=${known.sarah}`, `&horseId=${known.biscuit}`, `&clientId=${known.owen}&horseId=${known.merlin}`])
      expect((await preview(`type=${type}&${YEAR}${filter}`)).columns.length, type + filter).toBeGreaterThan(5)
  const gait = await preview(`type=gait-analysis&${YEAR}`)
  expect(gait.rows).toEqual([['2025-02-18', 'Biscuit', '=Sarah Penrose', 'Trot.csv', 'Farrier', 'Force (N)', 100, 200, 300, 3]])
  const { bytes } = await made(`type=gait-analysis&${YEAR}`, 'csv')
  expect(bytes.toString()).toContain('Trot.csv,Farrier,Force (N),100,200,300,3')
  const due = await preview('type=horse-summary&range=this-year&only=due')
  expect(due.rows.map(([name]) => name)).toEqual(['Merlin', 'Biscuit'])
  expect((await preview('type=client-summary&range=this-year&only=owing')).rows).toMatchObject([
    ['=Sarah Penrose', '+44 7700 900118', 1, 0, null, null, 0, 9868, '2025-02-20'],
  ])
  const history = await preview(`type=service-history&${YEAR}&clientId=${known.sarah}`)
  expect(history.rows.map(([day]) => day)).toEqual(['2025-04-14', '2025-02-18', '2025-01-01'])
})

test('each plan has its reports: three on every one, the others from Professional on', async () => {
  const actor = await server.gareth.inPractice(async (_, it) => it)
  const codes = (tier: Tier) =>
    Promise.all(
      ReportType.options.map((type) =>
        previewReport(server.app, { ...actor, tier }, { type, range: 'this-month' }).then(
          () => 'had',
          (error: AppError) => error.code,
        ),
      ),
    )
  const [no, gait] = ['not_in_plan', 'gait_not_in_plan']
  expect(await codes('essential')).toEqual(['had', 'had', no, 'had', no, gait])
  expect(await codes('professional')).toEqual(Array(6).fill('had'))
})

test('an apprentice has reports without money, and none of money; no one has another member’s files', async () => {
  const ned = await server.gareth.addMember('Ned Pugh', 'apprentice')
  const heads = (await ned.get(`/api/reports/preview?type=client-summary&${YEAR}`)).json<ReportPreview>().columns.map(({ kind }) => kind)
  expect(heads).not.toContain('money')
  expect((await ned.get(`/api/reports/stats?${YEAR}`)).json()).toMatchObject({ revenuePence: null, owedPence: null, horsesSeen: 5 })
  expect((await ned.get(`/api/reports/charts?${YEAR}`)).json()).toMatchObject({ months: null, debtors: null })
  for (const type of ['revenue-summary', 'client-summary&only=owing'])
    expect((await ned.get(`/api/reports/preview?type=${type}&${YEAR}`)).statusCode).toBe(403)
  const { it } = await made(`type=horse-summary&${YEAR}`, 'csv')
  for (const who of [ned, server.other]) expect((await who.get(`/api/reports/${it.id}/file`)).statusCode).toBe(404)
  expect((await server.gareth.get(`/api/exports/${it.id}/file`)).statusCode).toBe(404)
  expect((await server.gareth.get('/api/exports')).json()).toEqual([])
  expect((await server.gareth.delete(`/api/reports/${it.id}`)).statusCode).toBe(204)
})

test('Python reads the CSV and the workbook as they were meant, formulas as words, figures as figures', async () => {
  const csv = await made(`type=revenue-summary&${YEAR}`, 'csv')
  const rows = python(
    'import csv,json,sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], encoding="utf-8-sig", newline="")))))',
    csv.path,
  ) as Record<string, string>[]
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(rows[0]).toMatchObject({ Date: '2025-01-01', Client: "'=Sarah Penrose", 'Total (£)': '40' })
  expect(Math.round(rows.reduce((sum, row) => sum + Number(row['Total (£)']) * 100, 0))).toBe(13_368)
})

/** Both readers of workbooks open the same one. */
let workbook: ReturnType<typeof made> | undefined
const theWorkbook = () => (workbook ??= made(`type=revenue-summary&${YEAR}`, 'excel'))

const OPENPYXL = '/usr/lib/python3/dist-packages/openpyxl'
test.skipIf(!existsSync(OPENPYXL))('openpyxl finds typed cells under a head that stays', async () => {
  const { path } = await theWorkbook()
  const read = python(
    `import openpyxl,json,sys
book = openpyxl.load_workbook(sys.argv[1]); sheet = book["Rows"]; rows = list(sheet.iter_rows(values_only=True))
print(json.dumps({"head": rows[0], "first": [str(cell) for cell in rows[1]], "freeze": sheet.freeze_panes, "kinds": [sheet.cell(2, at).data_type for at in (1, 2, 9)],
  "sum": round(sum(row[8] for row in rows[1:]) * 100), "total": {row[0]: row[1] for row in book["Summary"].iter_rows(values_only=True) if len(row) > 1 and row[1]}}, default=str))`,
    path,
  )
  expect(read).toMatchObject({ freeze: 'A2', kinds: ['d', 's', 'n'], sum: 13_368, total: { Total: 133.68, Owed: 98.68 } })
  expect(read).toMatchObject({
    first: ['2025-01-01 00:00:00', '=Sarah Penrose', 'Biscuit', 'Studs', 'Pads, studs and extras', '1', '33.33', '6.67', '40', 'INV-0001'],
  })
})

test.runIf(isWhole && existsSync('/usr/bin/soffice'))('LibreOffice opens the workbook', async () => {
  const { path } = await theWorkbook()
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1'
  execFileSync(
    'soffice',
    [`-env:UserInstallation=file://${folder}/office`, '--headless', '--convert-to', filter, '--outdir', folder, path],
    { stdio: 'ignore', timeout: 300_000 },
  )
  expect(readFileSync(path.replace('.xlsx', '-Rows.csv'), 'utf8')).toContain('01/01/2025,=Sarah Penrose,Biscuit,Studs')
})

test.skipIf(!existsSync('/usr/bin/qpdf') || !existsSync('/usr/bin/pdftotext'))(
  'the PDF is whole, tagged and numbered, and says what the preview says',
  async () => {
    const { path } = await made(`type=revenue-summary&${YEAR}`, 'pdf')
    execFileSync('qpdf', ['--check', path], { stdio: 'ignore' })
    const words = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    for (const one of ['Revenue summary', '1 Jan to 31 Dec 2025', '£133.68', 'Good payer', 'Credit note CN-0001', 'Jan'])
      expect(words).toContain(one)
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged:\s+yes/)
    const structure = execFileSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' })
    expect(structure).toMatch(/TR\s+TD\s+"1 Jan 2025"\s+TD\s+"=Sarah Penrose"/)
  },
)

test.skipIf(!existsSync('/usr/bin/pdfimages'))(
  'the history of a horse has its photos, each with words for whoever does not see it',
  async () => {
    const photo = await sharp({ create: { width: 60, height: 45, channels: 3, background: '#8a97a3' } })
      .jpeg()
      .toBuffer()
    const { body } = await addFile(server.gareth, { horseId: known.biscuit, description: 'Near fore, after', takenOn: '2025-02-18' })
    const [file] = await server.asOwner(`select sha256 from files where id = '${body.fileId}'`)
    await server.app.setup.files.put(derivedKey(String(file?.sha256), '600.jpg'), photo)
    const { path } = await made(`type=service-history&${YEAR}&horseId=${known.biscuit}`, 'pdf')
    expect(execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })).toMatch(/image\s+60\s+45/)
    expect(execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8' })).toContain('Figure')
  },
)

const python = (program: string, path: string): unknown =>
  JSON.parse(execFileSync('/usr/bin/python3', ['-c', program, path], { encoding: 'utf8' }))
