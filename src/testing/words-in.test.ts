import { expect, test } from 'vitest'
import { wordsIn } from './words-in.ts'

test('an element with text of its own is one line, with what is inserted by its name', () => {
  expect(wordsIn('a.tsx', '<p>Owners see: <b>{view.lead}</b>, {isLate ? "late" : "on time"}</p>')).toEqual([
    'Owners see: {lead}, {late|on time}',
    'late',
    'on time',
  ])
})

test('labels and titles count even when they are one small word, and sentences anywhere', () => {
  const code = `
    const fault = { title: 'Not saved', code: 'not_saved' }
    const row = <Field label="optional" className="flex gap-2" name="clientId" hint={\`\${count} left\`} />
    const left = isOne ? '1 stop has' : 'more'
    throw new AppError('not_found', 'There is nothing here.')`
  expect(wordsIn('a.tsx', code)).toEqual(['Not saved', 'optional', '{count} left', '1 stop has', 'There is nothing here.'])
})

test('keys, paths, classes, SQL, comparisons, types and messages to programmers are left out', () => {
  const code = `
    import { sentence } from './some words.ts'
    type Kind = 'one kind' | 'another kind'
    const classes = isWide ? 'flex items-center gap-2' : 'grid md:hidden'
    if (kind === 'one kind' || list['one kind']) throw new Error('this can not happen')
    await client.query({ text: 'select id from clients where practice_id = $1' })
    sql\`update clients set name = 'a name'\`
    await call('GET /api/clients', \`clients/\${id}\`)
    const media = useMedia('(min-width: 64rem)')`
  expect(wordsIn('a.tsx', code)).toEqual([])
})

test('a line is listed once a file, without line breaks', () => {
  expect(wordsIn('a.ts', "const words = ['Hi {name},\\nsee you.', 'Hi {name},\\nsee you.']")).toEqual(['Hi {name}, see you.'])
})
