// Writes src/lib/bank-holiday-table.ts from date-holidays: `node scripts/bank-holidays.ts`; `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { listBankHolidays } from './list-bank-holidays.ts'

const FILE = new URL('../src/lib/bank-holiday-table.ts', import.meta.url)
const text = `// Made by scripts/bank-holidays.ts from date-holidays and the royal proclamations it lacks; do not edit.

/** One line a day and name: the day, where it holds (E England and Wales, S Scotland, N Northern Ireland), the name. */
export const TABLE = \`
${listBankHolidays(2024, 2040).join('\n')}
\`
`
if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('src/lib/bank-holiday-table.ts differs from date-holidays: node scripts/bank-holidays.ts')
  process.exitCode = 1
}
