import { CircleAlert, FileDown, Reply, Send, Siren, Zap } from 'lucide-react'
import { LONGEST_MESSAGE } from '#features/talk/messaging/limits.ts'
import {
  type MessageFile,
  type MessagePage,
  messageFilePath,
  messagePath,
  messagePicturePath,
  type ShownMessage,
  type Unsent,
} from '#features/talk/messaging/message-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { FileInput } from '#ui/FileInput.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { page: MessagePage; token: string; formId: string; unsent?: Unsent | undefined }

/** The conversation an owner reads and answers through a link, from the linked message on. It needs no script. */
export const MessageShown = ({ page, token, formId, unsent }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture} detail={page.subject}>
    <h1 className="sr-only">{`Messages: ${page.subject}`}</h1>
    {page.price && (
      <p className="flex items-center gap-2.5 rounded-lg bg-flag-tint px-4 py-2.5 font-medium text-flag-ink">
        <Siren size={20} aria-hidden className="shrink-0" />
        {`Emergency: ${page.price}`}
      </p>
    )}
    <ol className="grid gap-2.5">
      {page.messages.map((message) => (
        <MessageBody key={message.id} message={message} token={token} />
      ))}
    </ol>
    <a href={messagePath(token)} className="link inline-flex min-h-12 items-center md:min-h-10">
      Check for new messages
    </a>
    <form id="answer" method="post" encType="multipart/form-data" className="grid gap-3 border-t border-line pt-4">
      <input type="hidden" name="formId" value={formId} />
      {unsent && (
        <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
          <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
          {unsent.fault}
        </p>
      )}
      <Field label={`Answer ${page.practiceName}`}>
        <TextArea name="content" rows={3} maxLength={LONGEST_MESSAGE} defaultValue={unsent?.content} />
      </Field>
      <Field label="A photo" optional>
        <FileInput name="photo" accept="image/*" />
      </Field>
      <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        <Send size={22} aria-hidden className="shrink-0" />
        Send
      </button>
    </form>
    <p className="text-14 text-ink-2">Anyone with this link can read and answer for you.</p>
  </OwnerFrame>
)

/** The owner's own messages are on the right, as on any phone. */
const MessageBody = ({ message, token }: { message: ShownMessage; token: string }) => (
  <li className={cx('grid', message.isTheirs ? 'justify-items-end pl-8' : 'justify-items-start pr-8')}>
    <article
      className={cx(
        'grid max-w-full gap-1.5 rounded-lg px-3.5 py-2.5',
        message.isTheirs ? 'bg-forge text-on-forge' : message.isAutoReply ? 'bg-neutral-tint' : 'border border-line bg-surface',
      )}
    >
      {message.isAutoReply && (
        <p className="flex items-center gap-1.5 text-14 font-medium">
          <Zap size={16} aria-hidden />
          Automatic reply
        </p>
      )}
      {message.replyTo && (
        <p className="flex items-start gap-1.5 border-l-2 border-current pl-2 text-14 opacity-80">
          <Reply size={16} aria-hidden className="mt-0.5 shrink-0" />
          {message.replyTo}
        </p>
      )}
      {message.content && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message.content}</p>}
      {message.files.map((file) => (
        <File key={file.id} file={file} token={token} />
      ))}
      {message.isOnItsWay && (
        <p className="text-14">
          {message.files.length > 0 ? 'More is' : 'What was sent with it is'} still on its way. Open this page again in a few minutes.
        </p>
      )}
      <p className={cx('text-14', message.isTheirs ? 'text-on-forge-2' : 'text-ink-2')}>
        <span className="sr-only">{message.isTheirs ? 'You, ' : ''}</span>
        {message.when}
      </p>
    </article>
  </li>
)

const File = ({ file, token }: { file: MessageFile; token: string }) => (
  <figure className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
    {file.picture === 'made' && (
      <img
        src={messagePicturePath(token, file.id)}
        alt={file.isPhoto ? file.name : `A still of ${file.name}`}
        className="max-h-[80vh] w-full rounded-lg border border-line bg-surface object-contain"
      />
    )}
    {file.isPhoto && file.picture === 'none' && <p>{file.name} can’t be shown here.</p>}
    {!file.isPhoto && (
      <a href={messageFilePath(token, file.id)} rel="nofollow" className={`${buttonClass({})} max-w-full`}>
        <FileDown size={20} aria-hidden className="shrink-0" />
        <span className="truncate">Save {file.name}</span>
      </a>
    )}
  </figure>
)
