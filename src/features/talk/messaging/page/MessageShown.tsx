import { type MessagePage, messagePath, type Unsent } from '#features/talk/messaging/message-page.ts'
import { MessageForm, MessagesRead } from '#features/talk/messaging/page/MessagesRead.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

type Props = { page: MessagePage; token: string; formId: string; unsent?: Unsent | undefined }

/** The conversation an owner reads and answers through a link, from the linked message on. It needs no script. */
export const MessageShown = ({ page, token, formId, unsent }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture} detail={page.subject}>
    <h1 className="sr-only">{`Messages: ${page.subject}`}</h1>
    <MessagesRead page={page} path={messagePath(token)} />
    <MessageForm label={`Answer ${page.practiceName}`} formId={formId} unsent={unsent} />
    <p className="text-14 text-ink-2">Anyone with this link can read and answer for you.</p>
  </OwnerFrame>
)
