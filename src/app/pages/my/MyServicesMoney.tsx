import type { MoneyShown, ToldShown } from '#app/my/services-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'

/** What is taken next and when, or that a payment failed and what to do; card and receipts are kept by Stripe. Several things end with one press too. */
export const MyServicesMoney = ({ next, late, hasCard, isOfSeveral }: MoneyShown & { isOfSeveral: boolean }) => (
  <section aria-labelledby="you-pay" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4">
    <h2 id="you-pay" className="text-18">
      What you pay
    </h2>
    {late ? (
      <>
        <Note tone="late">
          Your last payment didn’t go through. Pay it, or change your card, by {late.until}. It’s tried again by itself until then. If it
          isn’t paid, everything below ends that day, and you owe nothing for these days.
        </Note>
        {late.payUrl && (
          <a href={late.payUrl} className={buttonClass({ variant: 'primary', block: true })}>
            Pay it now
          </a>
        )}
      </>
    ) : (
      <p>
        {next ? (
          <>
            Next bill: <b>{next.sum}</b> on {next.day}.
          </>
        ) : (
          'Nothing more is taken from your card.'
        )}
      </p>
    )}
    <div className="flex flex-wrap gap-3">
      {hasCard && (
        <form method="post" action="/my/services/card">
          <button type="submit" className={buttonClass({})}>
            Card and receipts
          </button>
        </form>
      )}
      {isOfSeveral && (next || late) && (
        <form method="post" action="/my/services/end">
          <button type="submit" className={buttonClass({ variant: 'danger' })}>
            End all you pay for
          </button>
        </form>
      )}
    </div>
  </section>
)

/** The notifications they got, word for word, so that they can be read again. */
export const MyServicesTold = ({ told }: { told: readonly ToldShown[] }) => (
  <section aria-labelledby="told" className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h2 id="told" className="text-18">
      What we’ve told you
    </h2>
    {told.map(({ id, subject, day, how, body }) => (
      <details key={id} className="border-t border-line">
        <summary className="min-h-12 cursor-pointer py-3 [overflow-wrap:anywhere]">
          {subject}
          <span className="block text-14 text-ink-2">
            {day}. {how}
          </span>
        </summary>
        <p className="pb-3 whitespace-pre-line [overflow-wrap:anywhere]">{body}</p>
      </details>
    ))}
  </section>
)
