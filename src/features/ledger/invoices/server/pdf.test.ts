import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceLine } from '#features/ledger/invoices/contract.ts'
import type { InvoicePaper } from '#features/ledger/invoices/paper.ts'
import { invoicePdf } from '#features/ledger/invoices/server/pdf.ts'
import { readPdf } from '#testing/read-pdf.ts'

const url = 'https://app.pritchel.co.uk/invoice/AbCdEfGhIjKlMnOpQrStUv'
const line = (more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  chargeId: 'c',
  kind: 'work',
  chargedOn: '2026-11-24',
  description: 'Front shoes new',
  horseName: 'Biscuit',
  ownerName: null,
  quantity: 1,
  unitPence: 9500,
  vatRateBp: 0,
  includesVat: false,
  netPence: 9500,
  vatPence: 0,
  grossPence: 9500,
  ...more,
})
const paper = (more: Partial<InvoicePaper> = {}, lines = [line()]): InvoicePaper => ({
  kind: 'invoice',
  number: 'INV-0042',
  asWas: {
    practice: { name: 'Gareth Probert Farriery', address: 'The Forge', phone: '', email: '', frcNumber: '12345', vatNumber: null },
    payer: { name: 'Siân Penrose', businessName: null, isBusiness: false, address: null, postcode: null },
    bank: { accountName: 'G Probert', sortCode: '200000', accountNumber: '55779911' },
    terms: '',
    visit: { onDay: '2026-11-24', location: null, title: 'Biscuit' },
    creditsNumber: null,
    lines,
  },
  issuedOn: '2026-11-24',
  dueOn: '2026-12-08',
  note: null,
  netPence: 9500,
  vatPence: 0,
  totalPence: 9500,
  settled: [],
  leftPence: 9500,
  isOverdue: false,
  ...more,
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'invoice-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A page of a PDF as a camera sees it on paper. */
async function pageOf(pdf: Buffer) {
  const [path, picture] = [join(folder, 'a.pdf'), join(folder, 'page')]
  await writeFile(path, pdf)
  execFileSync('qpdf', ['--check', path], { stdio: 'ignore' })
  execFileSync('pdftoppm', ['-r', '110', '-png', '-singlefile', path, picture])
  const { data, info } = await sharp(`${picture}.png`).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}
const wordsOf = (pdf: Buffer) => readPdf(pdf).replaceAll(/\s+/g, ' ')

test.skipIf(!existsSync('/usr/bin/pdftoppm') || !existsSync('/usr/bin/qpdf'))(
  'an unpaid invoice has a code that a phone reads as the address of its page, with an account to pay into or without',
  async () => {
    expect(decodeQR(await pageOf(await invoicePdf(paper(), { url })))).toBe(url)
    const none = paper()
    none.asWas.bank = { accountName: '', sortCode: '', accountNumber: '' }
    expect(decodeQR(await pageOf(await invoicePdf(none, { url })))).toBe(url)
  },
)

test('the sum is in large figures on the first page with its day, however many lines follow', async () => {
  const many = Array.from({ length: 60 }, (_, at) => line({ horseName: `Horse ${at}` }))
  const words = wordsOf(await invoicePdf(paper({ totalPence: 570_000, leftPence: 550_000 }, many), { url }))
  expect(words.indexOf('£5,500.00')).toBeLessThan(words.indexOf('Horse 0'))
  expect(words.indexOf('To pay, due 8 Dec 2026')).toBeLessThan(words.indexOf('Horse 0'))
  expect(words).toContain('Horse 59: Front shoes new')
})

test('a line has its horse and what each foot has on; how to pay has the account, the reference and what the code is for', async () => {
  const feet = ['Near fore, off fore: New shoe, 5¼ fullered', 'Near hind, off hind: Trim']
  const words = wordsOf(await invoicePdf(paper({}, [line({ feet })]), { url }))
  const said = ['Biscuit: Front shoes new', ...feet, 'Sort code: 20-00-00', 'Account number: 55779911', 'Reference: INV-0042']
  for (const one of [...said, 'Scan to see this invoice and how to pay.']) expect(words, one).toContain(one)
})

test('what is paid, and a credit note, have no code', async () => {
  const settled = [{ day: '2026-11-25', words: 'Paid in cash', pence: 9500, isCredit: false }]
  for (const one of [paper({ leftPence: 0, settled }), paper({ kind: 'credit', number: 'CN-0003' })]) {
    const pdf = await invoicePdf(one, { url, compress: false })
    expect(wordsOf(pdf)).not.toContain('Scan')
    expect(pdf.toString('latin1')).not.toContain('QR code')
  }
})

test('it is read aloud: language, title, tags, and words for the code; the logo is not read twice', async () => {
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#b03a1a' } })
    .jpeg()
    .toBuffer()
  const raw = (await invoicePdf(paper(), { url, logo, compress: false })).toString('latin1')
  for (const part of ['/Lang (en-GB)', '/Marked true', '/S /Table', '/S /TH', '/S /Figure', `/Alt (QR code of ${url})`, '/DCTDecode'])
    expect(raw, part).toContain(part)
  expect(raw.match(/\/S \/Figure/g)).toHaveLength(1)
})
