import { expect, test } from 'vitest'
import { readMail, recipientsIn, textOfHtml, withoutQuotes } from '#features/talk/messaging/server/mail-words.ts'

const letter = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const html = (body: string) => letter('From: a@example.com', 'To: b@example.com', 'Content-Type: text/html; charset=utf-8', '', body)
/** Takes hours if each character is compared with every one before it. */
const MANY = 200_000

test('the words of a page are read without its tags, styles and scripts, up to what it quotes', () => {
  const page =
    '<head><title>no</title></head><STYLE>p { a > b }</style><p class="x">Siân &amp; Bob &lt;3</p>Yes<br/>please<script>if (a < b) no()</script>' +
    '<blockquote>old</blockquote> no'
  expect(textOfHtml(page)).toBe('Siân & Bob <3\nYes\nplease')
  expect(textOfHtml('5 < 6, he said')).toBe('5 < 6, he said')
  expect(textOfHtml('İİİ<p>a</p>İ<style>no</style>b')).toBe('İİİa\nİb')
})

test.each(['<', '<br', '<p>', '</', '<style', '<style>', '&lt', '<blockquot', '>', '<script></scrip'])(
  'a page of nothing but %s is read like any other',
  (part) => {
    const page = part.repeat(MANY / part.length)
    expect(textOfHtml(page).length).toBeLessThanOrEqual(page.length)
  },
)

test('only as much of a letter is read as anyone would write', async () => {
  const mail = await readMail(html(`<p>Hello</p>${'<'.repeat(2_000_000)}`))
  expect(mail?.text.startsWith('Hello')).toBe(true)
  expect(mail?.text.length).toBeLessThanOrEqual(MANY)
})

test.each([' ', 'on ', '-', '_', '> ', 'From: ', 'wrote: ', '\n'])('a letter of nothing but %j is read like any other', (part) => {
  const text = part.repeat(MANY / part.length)
  expect(withoutQuotes(text).length).toBeLessThanOrEqual(text.length)
})

test('recipients are found in the head alone, however they are written', () => {
  const mail = letter(
    'Delivered-To: one@reply.example',
    'Subject: To: none@reply.example',
    'To: "Probert, G" <Two@reply.example>,',
    '\tthree@reply.example (at home), friends: four@reply.example;',
    'X-Other: to',
    ' five@reply.example',
    'CC: <six@reply.example>',
    '',
    'To: seven@reply.example',
  )
  expect(recipientsIn(mail)).toEqual(['one', 'two', 'three', 'four', 'six'].map((name) => `${name}@reply.example`))
})

test('of a head without an end only the beginning is looked at, and only so many recipients are taken', () => {
  const many = recipientsIn(letter(...Array.from({ length: 20_000 }, (_, n) => `To: a${n}@reply.example`)))
  expect([many.length, many[0]]).toEqual([500, 'a0@reply.example'])
  expect(recipientsIn(letter('To: ', ' '.repeat(5_000_000), ' late@reply.example'))).toEqual([])
})
