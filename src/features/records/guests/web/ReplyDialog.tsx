import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LONGEST_WORDS } from '#features/records/guests/limits.ts'
import { reply } from '#features/records/guests/web/data.ts'
import { useSaidBefore, type WaitingAsk } from '#features/records/guests/web/use-asks.ts'
import { capital } from '#lib/capital.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { ask: WaitingAsk['ask']; onClose: () => void }

/** Answers a sharer of a horse or a yard manager, below the earlier messages. Mount it to open it. */
export function ReplyDialog({ ask, onClose }: Props) {
  const user = useSession<CurrentUser>().user
  const before = useSaidBefore(ask)
  const [words, setWords] = useState('')
  const name = ask.facts.name ?? 'the yard’s manager'
  const dayIn = (at: string | null) => shortDay(dayOf(at ?? ask.askedAt, user?.practice.zone ?? 'Europe/London'))
  const send = async () => {
    await withToast('Answered', `${capital(name)} reads it in the portal, where they wrote.`, () =>
      reply(ask, words.trim(), user?.memberId ?? ''),
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Answer ${name}`}
      description={ask.kind === 'yard' ? 'Nobody else reads it.' : 'Nobody else reads it, nor does the owner.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!words.trim()} onClick={send}>
            Send
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ul aria-label="Said so far" className="grid gap-2">
          {[...before, ask].map((one) => (
            <li key={one.id} className="[overflow-wrap:anywhere]">
              <p className="whitespace-pre-line">{one.words}</p>
              <p className="text-14 text-ink-2">{`${capital(name)}, ${dayIn(one.askedAt)}`}</p>
              {one.reply && (
                <div className="mt-1 border-l-2 border-line pl-3">
                  <p className="whitespace-pre-line">{one.reply}</p>
                  <p className="text-14 text-ink-2">{`You, ${dayIn(one.repliedAt)}`}</p>
                </div>
              )}
            </li>
          ))}
        </ul>
        <Field label="Your answer">
          <TextArea rows={4} maxLength={LONGEST_WORDS} value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
