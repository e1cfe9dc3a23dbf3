import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type Looked, lookAt } from '#features/evidence/files/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { type KnownMessage, type KnownThread, sendMessage } from '#features/talk/messaging/web/data.ts'
import { readFacts } from '#features/talk/messaging/web/read-facts.ts'
import { fillTemplate, type Template } from '#features/talk/messaging/web/templates.ts'
import { dropDraft, keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'

type Settings = { thread: KnownThread; client: Client; replyTo: KnownMessage | undefined; onSent: () => void }
type Draft = { content?: string; appointmentId?: string | null }

const NOT_KEPT = "Failed to send message. This device couldn't save it: what you wrote is still here."

/** The draft of a conversation. The draft survives leaving the screen. Mount one per conversation. */
export function useComposer({ thread, client, replyTo, onSent }: Settings) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const today = useToday()
  const draft = `message/${thread.id}`
  const [{ content, appointmentId }, setWords] = useState(() => ({
    content: '',
    appointmentId: null,
    ...(readDraft(draft) as Draft | undefined),
  }))
  const [files, setFiles] = useState<readonly Looked[]>([])
  const [filled, setFilled] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)

  const write = (next: string, visit: string | null = appointmentId) => {
    setWords({ content: next, appointmentId: visit })
    setFault(undefined)
    if (next) keepDraft(draft, { content: next, appointmentId: visit })
    else dropDraft(draft)
  }
  const canSend = content.trim() !== '' && !isSending
  return {
    ...{ content, appointmentId, files, fault, canSend },
    write: (next: string) => write(next),
    leaveVisitOut: () => write(content, null),
    leaveOut: (id: string) => setFiles(files.filter((file) => file.id !== id)),
    async attach(chosen: readonly File[]) {
      const looked = await Promise.all(chosen.map(lookAt))
      setFault(looked.find((one) => typeof one === 'string'))
      setFiles((before) => [...before, ...looked.filter((one) => typeof one !== 'string')])
    },
    /** Writes a quick message; it replaces a filled one that was not edited. False: there is nothing to write. */
    async fill(template: Template): Promise<boolean> {
      const found = fillTemplate(template, await readFacts(client, today))
      if ('missing' in found) {
        setFault(found.missing)
        return false
      }
      const typed = content.trim()
      const before = typed === filled || typed === found.content ? '' : typed
      write(before ? `${before}\n${found.content}` : found.content, found.appointmentId ?? (before ? appointmentId : null))
      setFilled(found.content)
      return true
    },
    async send() {
      if (!canSend) return
      setSending(true)
      try {
        await sendMessage(thread, { content, replyToId: replyTo?.id ?? null, appointmentId, files }, memberId)
        setFiles([])
        write('', null)
        onSent()
      } catch (error) {
        setFault(error instanceof Error && 'sentence' in error ? String(error.sentence) : NOT_KEPT)
      } finally {
        setSending(false)
      }
    },
  }
}
