import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeLog } from '#platform/server/log.ts'

function written(say: (log: ReturnType<typeof makeLog>) => void) {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  say(makeLog('info', sink))
  return text
}

test('personal data in an error is left out, the place where it happened is kept', () => {
  const error = Object.assign(new Error('Key (email)=(sarah@example.com) already exists: "Sarah Penrose" +447700 900118'), {
    code: '23505',
  })
  const line = written((log) => log.error({ err: error }, 'request failed'))
  expect(line).toContain('23505')
  expect(line).toContain('log.test.ts')
  for (const secret of ['sarah@', 'Penrose', '900118']) expect(line).not.toContain(secret)
})

test('secrets given by name are struck out', () => {
  const line = written((log) => log.info({ token: 'abc123', notice: { body: 'Dear Sarah', phone: '+447700900118' } }, 'sent'))
  for (const secret of ['abc123', 'Dear Sarah', '900118']) expect(line).not.toContain(secret)
})
