import { FileDown } from 'lucide-react'
import { OwnerFrame } from '#app/pages/answer/OwnerFrame.tsx'
import { type MessageFile, type MessagePage, messageFilePath, messagePicturePath } from '#features/messaging/message-page.ts'
import { buttonClass } from '#ui/button-style.ts'

type Props = { page: MessagePage; token: string }

/** What a farrier sent with a message: the words, the photos, and files to save. It needs no script. */
export const MessageShown = ({ page, token }: Props) => (
  <OwnerFrame name={page.practiceName}>
    <h1>Message</h1>
    <div className="grid gap-1">
      <p className="whitespace-pre-line break-words">{page.content}</p>
      <p className="text-14 text-ink-2">{page.when}</p>
    </div>
    {page.files.map((file) => (
      <File key={file.id} file={file} token={token} />
    ))}
    {isOnItsWay(page) && (
      <p className="text-ink-2">
        {page.files.length > 0 ? 'More is' : 'What was sent with it is'} still on its way. Open this page again in a few minutes.
      </p>
    )}
    <p className="text-14 text-ink-2">Questions? Contact your farrier directly.</p>
  </OwnerFrame>
)

const isOnItsWay = ({ files }: MessagePage) => files.length === 0 || files.some(({ isPhoto, picture }) => isPhoto && picture === 'coming')

const File = ({ file, token }: Pick<Props, 'token'> & { file: MessageFile }) => (
  <figure className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
    {file.picture === 'made' && (
      <img
        src={messagePicturePath(token, file.id)}
        alt={file.isPhoto ? file.name : `A still of ${file.name}`}
        className="max-h-[80vh] w-full rounded-lg border border-line bg-surface object-contain"
      />
    )}
    {file.isPhoto && file.picture === 'none' && <p className="text-ink-2">{file.name} cannot be shown here.</p>}
    {!file.isPhoto && (
      <a href={messageFilePath(token, file.id)} rel="nofollow" className={`${buttonClass({})} max-w-full`}>
        <FileDown size={20} aria-hidden className="shrink-0" />
        <span className="truncate">Save {file.name}</span>
      </a>
    )}
  </figure>
)
