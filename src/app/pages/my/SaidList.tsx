import type { GuestWords } from '#app/my/said-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'

/** A person's words to their farrier, the last first, each with its reply below it. */
export const SaidList = ({ said, farrier }: { said: readonly GuestWords[]; farrier: string }) => (
  <ul className="grid gap-3">
    {said.map(({ id, words, day, isSeen, reply }) => (
      <li key={id} className="grid gap-1.5 [overflow-wrap:anywhere]">
        <p>
          <span className="block whitespace-pre-line">{words}</span>
          <span className="block text-14 text-ink-2">{`You, ${cardDay(day)}${reply ? '' : isSeen ? ', seen' : ', sent'}`}</span>
        </p>
        {reply && (
          <p className="border-l-2 border-line pl-3">
            <span className="block whitespace-pre-line">{reply.words}</span>
            <span className="block text-14 text-ink-2">{`${farrier}, ${cardDay(reply.day)}`}</span>
          </p>
        )}
      </li>
    ))}
  </ul>
)
