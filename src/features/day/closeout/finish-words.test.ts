import { expect, test } from 'vitest'
import { farWords, finishedWords, finishWords } from '#features/day/closeout/finish-words.ts'
import { goesWords } from '#features/ledger/payments/settle-words.ts'

const ONLINE = { isOnline: true, isTestVersion: false, holdSeconds: 90 }

test('the press says what it does, and only that', () => {
  expect(finishWords({ ways: ['sms', 'email', 'hand'], onDay: '2027-01-04' })).toBe('Send 3 invoices and rebook Mon 4 Jan')
  expect(finishWords({ ways: ['sms'], onDay: null })).toBe('Send the invoice')
  expect(finishWords({ ways: ['hand', 'hand'], onDay: null })).toBe('Issue 2 invoices')
  expect(finishWords({ ways: [], onDay: '2027-01-04' })).toBe('Rebook Mon 4 Jan')
  expect(finishWords({ ways: [], onDay: null })).toBeUndefined()
})

test('afterwards it says what was done, when it goes, and how far the stop is', () => {
  expect(finishedWords({ ways: ['sms', 'sms', 'hand'], onDay: '2027-01-04' })).toBe('3 invoices, booked Mon 4 Jan')
  expect(finishedWords({ ways: [], onDay: '2027-01-04' })).toBe('Booked Mon 4 Jan')
  expect(goesWords(['sms'], ONLINE)).toBe('They go in 90 seconds. Undo stops them.')
  expect(goesWords(['sms'], { ...ONLINE, isOnline: false })).toBe("They go when you're back online. Undo stops them.")
  expect(goesWords(['hand'], ONLINE)).toBe('Nothing is sent.')
  expect(farWords([{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'not_done' }])).toBe('2 of 3 done, 1 not done')
})
