import { CircleAlert, FileDown, Reply, Send, Siren, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { LONGEST_MESSAGE } from '#features/talk/messaging/limits.ts'
import {
  filePathAt,
  type MessageFile,
  type MessagePage,
  picturePathAt,
  type ShownMessage,
  type Unsent,
} from '#features/talk/messaging/message-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { FileInput } from '#ui/FileInput.tsx'
import { TextArea } from '#ui/TextArea.tsx'

/* A conversation as its owner reads and answers it, by a link or signed in. */

/** Its messages, oldest first, under the price where it is an emergency; `path`: where the page is, and its files below it. */
export const MessagesRead = ({ page, path }: { page: MessagePage; path: string }) => (
  <>
    {page.price && (
      <p className="flex items-center gap-2.5 rounded-lg bg-flag-tint px-4 py-2.5 font-medium text-flag-ink">
        <Siren size={20} aria-hidden className="shrink-0" />
        {`Emergency: ${page.price}`}
      </p>
    )}
    <ol className="grid gap-2.5">
      {page.messages.map((message) => (
        <MessageBody key={message.id} message={message} path={path} />
      ))}
    </ol>
    <a href={path} className="link inline-flex min-h-12 items-center md:min-h-10">
      Check for new messages
    </a>
  </>
)

type FormProps = { label: string; formId: string; unsent?: Unsent | undefined; children?: ReactNode; before?: ReactNode }

/** The form of a message, with one photo; `before` and `children`: fields of their own around it. */
export const MessageForm = ({ label, formId, unsent, before, children }: FormProps) => (
  <form id="answer" method="post" encType="multipart/form-data" className="grid gap-3 border-t border-line pt-4">
    <input type="hidden" name="formId" value={formId} />
    {unsent && (
      <p role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
        <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
        {unsent.fault}
      </p>
    )}
    {before}
    <Field label={label}>
      <TextArea name="content" rows={3} maxLength={LONGEST_MESSAGE} defaultValue={unsent?.content} />
    </Field>
    <Field label="A photo" optional>
      <FileInput name="photo" accept="image/*" />
    </Field>
    {children}
    <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
      <Send size={22} aria-hidden className="shrink-0" />
      Send
    </button>
  </form>
)

/** The owner's own messages are on the right, as on any phone. */
const MessageBody = ({ message, path }: { message: ShownMessage; path: string }) => (
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
        <File key={file.id} file={file} path={path} />
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

const File = ({ file, path }: { file: MessageFile; path: string }) => (
  <figure className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
    {file.picture === 'made' && (
      <img
        src={picturePathAt(path, file.id)}
        alt={file.isPhoto ? file.name : `A still of ${file.name}`}
        className="max-h-[80vh] w-full rounded-lg border border-line bg-surface object-contain"
      />
    )}
    {file.isPhoto && file.picture === 'none' && <p>{file.name} can’t be shown here.</p>}
    {!file.isPhoto && (
      <a href={filePathAt(path, file.id)} rel="nofollow" className={`${buttonClass({})} max-w-full`}>
        <FileDown size={20} aria-hidden className="shrink-0" />
        <span className="truncate">Save {file.name}</span>
      </a>
    )}
  </figure>
)
