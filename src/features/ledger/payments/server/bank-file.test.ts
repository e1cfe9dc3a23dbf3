import { expect, test } from 'vitest'
import { readStatement } from '#features/ledger/payments/server/bank-file.ts'

const lines = (text: string) => readStatement(text).lines.map(({ onDay, description, amountPence }) => [onDay, description, amountPence])
const PENROSE = ['2026-11-19', 'S PENROSE INV-0042', 8500]
const NAILS = ['2026-11-18', 'ANVIL SUPPLIES', -2450]

test.each([
  ['one column of sums', 'Date,Description,Amount\r\n19/11/2026,S PENROSE INV-0042,85.00\r\n18/11/2026,ANVIL SUPPLIES,-24.50\r\n'],
  [
    'paid in and paid out, after lines about the account',
    '"Account Name:","Farrier ****1234"\n"Account Balance:","£1,204.10"\n\n"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"19 Nov 2026","Bank credit","S PENROSE INV-0042","","£85.00","£1,204.10"\n"18 Nov 2026","Visa purchase","ANVIL SUPPLIES","£24.50","","£1,119.10"\n',
  ],
  [
    'debit and credit amounts, with the account in every row',
    "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance\n19/11/2026,FPI,'20-00-00,55779911,S PENROSE INV-0042,,85.00,1204.10\n18/11/2026,DEB,'20-00-00,55779911,ANVIL SUPPLIES,24.50,,1119.10\n",
  ],
  [
    'money in and money out, by semicolons',
    'Date;Details;Money In;Money Out\n2026-11-19;S PENROSE INV-0042;85.00;\n2026-11-18;ANVIL SUPPLIES;;24.50\n',
  ],
  ['no heads at all', '19/11/2026,S PENROSE INV-0042,85.00\n18/11/2026,ANVIL SUPPLIES,-24.50\n'],
  [
    'a sign behind, brackets and a byte order mark',
    '\uFEFFDate,Narrative,Value\n19-11-26,S PENROSE INV-0042,85.00CR\n18-11-26,ANVIL SUPPLIES,(24.50)\n',
  ],
])('a statement with %s is read to the penny', (_, text) => {
  expect(lines(text)).toEqual([PENROSE, NAILS])
})

test('several columns of words are one, and a sum in another money or not completed is named with its row', () => {
  const text =
    'Type,Started Date,Completed Date,Description,Amount,Currency,State,Reference\n' +
    'TOPUP,2026-11-19 09:12:00,2026-11-19 09:12:04,From Sarah Penrose,85.00,GBP,COMPLETED,INV-0042\n' +
    'TRANSFER,2026-11-19 10:00:00,,From Owen Pritchard,40.00,GBP,PENDING,x\n' +
    'TRANSFER,2026-11-18 10:00:00,2026-11-18 10:00:00,Hufeisen,10.00,EUR,COMPLETED,y\n'
  expect(lines(text)).toEqual([['2026-11-19', 'From Sarah Penrose INV-0042', 8500]])
  expect(readStatement(text).bad).toMatchObject([
    { line: 3, problem: "The bank hasn't completed it." },
    { line: 4, problem: "It isn't in pounds." },
  ])
})

test('a row whose day or sum cannot be read is named, and the others are taken', () => {
  const text =
    'Date,Description,Amount\n31/02/2026,No such day,10.00\n01/03/2026,"1,250.00 paid","1,250.00"\nyesterday,?,5\n02/03/2026,Words,lots\n'
  expect(lines(text)).toEqual([['2026-03-01', '1,250.00 paid', 125_000]])
  expect(readStatement(text).bad.map(({ line, problem }) => [line, problem])).toEqual([
    [2, "Its date can't be read."],
    [4, "Its date can't be read."],
    [5, "Its amount can't be read."],
  ])
})

test.each(['', 'Dear Sirs,\nplease find', 'Name,Phone\nSarah,07700 900118', '\u0000\u0001'])(
  'what is no statement is refused: %j',
  (text) => {
    expect(() => readStatement(text)).toThrow(expect.objectContaining({ code: 'bad_statement' }))
  },
)
