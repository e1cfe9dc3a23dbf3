import type { Texts, TextToGo } from '#features/day/round/web/use-texts.ts'
import { Checkbox } from '#ui/Checkbox.tsx'

/** Every text as it will go, each with a tick, and who gets none, so that they can be rung. */
export function TextsToGo({ texts }: { texts: Texts }) {
  const sent = texts.all.filter((text) => text.body !== null)
  const unsent = texts.all.filter((text) => text.body === null)
  const isChosen = (text: TextToGo) => texts.chosen.some(({ clientId }) => clientId === text.clientId)
  return (
    <section aria-label="Texts" className="grid gap-2">
      <h3 className="text-16">{sent.length === 0 ? 'No text goes' : sent.length === 1 ? 'One text' : `${sent.length} texts`}</h3>
      {sent.map((text) => (
        <div key={text.clientId} className="grid gap-1">
          <Checkbox
            label={<span className="font-medium">{text.name}</span>}
            checked={isChosen(text)}
            onChange={(event) => texts.choose(text.clientId, event.target.checked)}
          />
          {isChosen(text) && (
            <p className="ml-[34px] w-fit max-w-full rounded-lg rounded-tl-sm border border-dashed border-line-2 bg-sunken px-3 py-2 break-words whitespace-pre-line">
              {text.body}
            </p>
          )}
        </div>
      ))}
      {sent.length > 0 && <p className="text-14 text-ink-2">Each owner gets their own link.</p>}
      {unsent.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {unsent.map(({ clientId, name, why }) => (
            <li key={clientId}>
              <b className="text-ink">{name}</b>: {why?.toLowerCase()}. Ring them.
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
