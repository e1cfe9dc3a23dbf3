import { costWords } from '#features/core/notices/web/notice-words.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { textSize } from '#lib/segments.ts'
import { Note } from '#ui/Note.tsx'

type Props = { body: string; recipient: string /** The wording has a fault, so these are ours. */; isStale: boolean; rules: SendingRules }

/** A text as its reader will have it, and how many it counts as. */
export function TextPreview({ body, recipient, isStale, rules }: Props) {
  const { segments, units } = textSize(body)
  const odd = [...new Set(body)].filter((letter) => textSize(letter).alphabet === 'UCS-2')
  return (
    <section aria-label="Preview" className="grid gap-2 rounded-lg bg-sunken p-3">
      <p className="text-14 text-ink-2">
        {isStale ? "These words can't be used yet. The standard text is:" : `As ${recipient} would get it:`}
      </p>
      <p className="max-w-[30rem] rounded-[14px] rounded-br-sm bg-forge px-3 py-2 wrap-anywhere whitespace-pre-line text-on-forge">
        {body}
      </p>
      <p className="text-14 text-ink-2 tabular-nums">
        {segments} {segments === 1 ? 'text' : 'texts'}, {units} letters, {costWords(segments, rules)}
      </p>
      {odd.length > 0 && (
        <Note tone="due">
          {odd.join(' ')} {odd.length === 1 ? "isn't a standard text letter" : "aren't standard text letters"}, so a text holds 70 letters
          instead of 160.
        </Note>
      )}
    </section>
  )
}
