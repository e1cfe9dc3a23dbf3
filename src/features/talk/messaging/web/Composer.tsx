import { CalendarDays, Paperclip, Reply, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { LONGEST_MESSAGE } from '#features/talk/messaging/limits.ts'
import { cutTo, REPLY_IN_COMPOSER } from '#features/talk/messaging/rules.ts'
import { type KnownMessage, type KnownThread, unreachableWords } from '#features/talk/messaging/web/data.ts'
import { TEMPLATES } from '#features/talk/messaging/web/templates.ts'
import { useComposer } from '#features/talk/messaging/web/use-composer.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { FilePicker } from '#ui/FilePicker.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  thread: KnownThread
  client: Kept<Client>
  replyTo: KnownMessage | undefined
  onReplyTo: (message: KnownMessage | undefined) => void
}

/** Spec §2: writes to the client of a conversation. Enter sends, Shift+Enter begins a new line; an unsent draft is kept. */
export function Composer({ thread, client, replyTo, onReplyTo }: Props) {
  const why = unreachableWords(client)
  if (!why) return <Writing thread={thread} client={client} replyTo={replyTo} onReplyTo={onReplyTo} />
  return (
    <div className="border-t border-line bg-surface p-3">
      <Note tone="due">
        <p>{why}</p>
        <LinkButton size="sm" href={clientHref(client.id)} className="mt-2">
          {`Open ${client.name}`}
        </LinkButton>
      </Note>
    </div>
  )
}

function Writing({ thread, client, replyTo, onReplyTo }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  const it = useComposer({ thread, client, replyTo, onSent: () => onReplyTo(undefined) })
  const send = () => {
    void it.send()
    words.current?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      aria-label={`Write to ${client.name}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line bg-surface px-3 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset className="-mx-3 flex min-w-0 gap-2 overflow-x-auto px-3 py-1.5">
        <legend className="sr-only">Quick messages</legend>
        {TEMPLATES.map((template) => (
          <button
            key={template}
            type="button"
            onClick={() => it.fill(template).then((isFilled) => isFilled && words.current?.focus())}
            className="inline-flex min-h-12 shrink-0 items-center rounded-full border border-line-2 bg-surface px-4 text-14 font-medium whitespace-nowrap hover:bg-sunken md:min-h-[34px] md:px-3"
          >
            {template}
          </button>
        ))}
      </fieldset>
      {replyTo && (
        <Aside icon={<Reply size={18} aria-hidden />} label="Clear the reply" onClear={() => onReplyTo(undefined)}>
          <span className="sr-only">Replying to: </span>
          {cutTo(replyTo.content, REPLY_IN_COMPOSER) || 'A file'}
        </Aside>
      )}
      {it.appointmentId && (
        <Aside icon={<CalendarDays size={18} aria-hidden />} label="Leave the visit out" onClear={it.leaveVisitOut}>
          The visit goes with it
        </Aside>
      )}
      {it.files.map((file) => (
        <Aside
          key={file.id}
          icon={<Paperclip size={18} aria-hidden />}
          label={`Leave out ${file.fileName}`}
          onClear={() => it.leaveOut(file.id)}
        >
          {file.fileName}
        </Aside>
      ))}
      {it.fault && (
        <p role="alert" className="text-14 text-flag-ink">
          {it.fault}
        </p>
      )}
      <div className="flex items-end gap-1.5">
        <Button variant="quiet" size="icon" icon={Paperclip} aria-label="Attach" onClick={() => picker.current?.click()} />
        {/* One line high while empty, which a TextArea is not. */}
        <textarea
          ref={words}
          rows={1}
          aria-label={`Message ${firstNameOf(client)}`}
          placeholder={`Message ${firstNameOf(client)}`}
          enterKeyHint="send"
          maxLength={LONGEST_MESSAGE}
          value={it.content}
          onChange={(event) => it.write(event.target.value)}
          onKeyDown={keys}
          className={cx(INPUT_CLASS, 'field-sizing-content max-h-40 flex-1 resize-none py-2.5 md:py-1.5')}
        />
        <Button type="submit" variant="primary" size="icon" icon={SendHorizontal} aria-label="Send" disabled={!it.canSend} />
      </div>
      <FilePicker
        ref={picker}
        label="Files to send"
        accept="image/*,video/*,.pdf,.doc,.docx,.txt"
        multiple
        onPick={(files) => void it.attach(files)}
      />
    </form>
  )
}

type AsideProps = { icon: ReactNode; label: string; onClear: () => void; children: ReactNode }

const Aside = ({ icon, label, onClear, children }: AsideProps) => (
  <div className="flex items-center gap-2 rounded-lg bg-sunken pl-3 text-14">
    {icon}
    <p className="min-w-0 flex-1 truncate">{children}</p>
    <Button variant="quiet" size="icon" icon={X} aria-label={label} onClick={onClear} />
  </div>
)
