import { Uppy } from '@uppy/core'
import Dashboard, { type DashboardOptions } from '@uppy/dashboard'
import { type FileType, MOST_BYTES, PICKED } from '#features/evidence/files/rules.ts'
import { lookInto, type Refusal } from '#features/evidence/files/web/accept.ts'
import {
  type LaneOptions,
  LaneUploader,
  type WidgetBody,
  type WidgetFile,
  type WidgetMeta,
} from '#features/evidence/files/web/lane-uploader.ts'
import { widgetWords } from '#features/evidence/files/web/widget-words.ts'

export type WidgetOptions = {
  type: FileType
  /** Needed of a file that was received. */
  isReceived: boolean
  /** Why a chosen file is not taken. */
  refusalOf: (file: Blob) => Promise<Refusal | undefined>
  onRefused: (refusal: Refusal) => void
  /** A name that was missing was written in the widget. */
  onNamed: (receivedFrom: string) => void
} & Pick<LaneOptions, 'keep' | 'onWaiting' | 'onSent'>

/** Spec §9 Uploads: so long messages stay, so large the small pictures are, the lone one 600 by Uppy itself. */
const INFO_MS = 5000
const THUMBNAIL_WIDTH = 280
/** With room for one picture, and for a button. */
const HEIGHT = { full: 400, empty: 168 }

type Look = Pick<WidgetOptions, 'refusalOf' | 'onRefused'>

/** Uppy's dashboard, which lets a file in by what it is instead of what it is called. */
class ContentDashboard extends Dashboard<WidgetMeta, WidgetBody> {
  look: Look | undefined

  constructor(uppy: Uppy<WidgetMeta, WidgetBody>, options?: DashboardOptions<WidgetMeta, WidgetBody>) {
    super(uppy, options)
    this.id = 'Dashboard'
  }

  override addFiles = (files: File[]) => void this.#addByContent(files)

  async #addByContent(files: File[]) {
    const [file] = files
    const isBusy = this.uppy.getFiles().length > 0
    const refusal = files.length === 1 && file && !isBusy ? await this.look?.refusalOf(file) : undefined
    if (refusal) return this.look?.onRefused(refusal)
    // Uppy itself reports too many files, and files added during another upload.
    this.uppy.addFiles(await Promise.all(files.map(described)))
  }
}

const described = async (file: File) => ({
  data: file,
  name: file.name,
  type: (await lookInto(file))?.mime ?? file.type,
  source: 'Dashboard',
})

/** The widget of one upload card, drawn into `target`; `letGo` before `destroy`, or what is on its way is cancelled. */
export function makeWidget(target: HTMLElement, options: WidgetOptions) {
  const { type, isReceived, refusalOf, onRefused, onNamed, keep, onWaiting, onSent } = options
  const uppy = new Uppy<WidgetMeta, WidgetBody>({
    id: `file-card-${type}`,
    autoProceed: true,
    allowMultipleUploadBatches: false,
    infoTimeout: INFO_MS,
    restrictions: {
      maxNumberOfFiles: 1,
      maxFileSize: MOST_BYTES,
      allowedFileTypes: [...PICKED[type]],
      requiredMetaFields: isReceived ? ['receivedFrom'] : [],
    },
    meta: { receivedFrom: '' },
    locale: { strings: widgetWords(isTouch()), pluralize: (count) => (count === 1 ? 0 : 1) },
  })
  uppy.use(ContentDashboard, {
    target,
    inline: true,
    width: '100%',
    height: HEIGHT.empty,
    thumbnailWidth: THUMBNAIL_WIDTH,
    proudlyDisplayPoweredByUppy: false,
    // The card's own Cancel goes back to the choice of a type.
    hideCancelButton: true,
    doneButtonHandler: null,
    metaFields: isReceived ? [{ id: 'receivedFrom', name: 'Name' }] : [],
    ...camerasOf(type),
  })
  const dashboard = uppy.getPlugin<ContentDashboard>('Dashboard')
  if (dashboard) dashboard.look = { refusalOf, onRefused }
  uppy.on('file-added', () => dashboard?.setOptions({ height: HEIGHT.full }))
  uppy.on('file-removed', () => dashboard?.setOptions({ height: HEIGHT.empty }))
  uppy.use(LaneUploader, { keep, onWaiting, onSent })
  uppy.on('dashboard:file-edit-complete', (file) => file && onNamed(file.meta.receivedFrom))
  const lane = uppy.getPlugin<LaneUploader>('Lane')
  const drawn = nameLists(target)
  return {
    /** Writes who made it into the widget; a file that waited for it can go. */
    name: (receivedFrom: string) => nameIn(uppy, receivedFrom),
    /** Empties the widget; what is on its way goes on in the lane. */
    letGo: () => lane?.letGo(),
    /** Empties the widget and cancels running uploads. */
    cancel: () => uppy.cancelAll(),
    close() {
      drawn.disconnect()
      lane?.letGo()
      uppy.destroy()
    },
  }
}
export type Widget = ReturnType<typeof makeWidget>

/** Uppy draws a lone file as an item of no list. */
function nameLists(target: HTMLElement): MutationObserver {
  const observer = new MutationObserver(() => target.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list'))
  observer.observe(target, { childList: true, subtree: true })
  return observer
}

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** A phone's own cameras, for what they make. */
function camerasOf(type: FileType) {
  if (!isTouch()) return {}
  return {
    showNativePhotoCameraButton: type === 'image',
    showNativeVideoCameraButton: type === 'video' || type === 'gait-analysis',
    nativeCameraFacingMode: 'environment' as const,
  }
}

function nameIn(uppy: Uppy<WidgetMeta, WidgetBody>, receivedFrom: string) {
  uppy.setMeta({ receivedFrom })
  if (!receivedFrom.trim()) return
  for (const file of uppy.getFiles().filter(isUnnamed)) uppy.setFileState(file.id, { error: null, missingRequiredMetaFields: [] })
}

const isUnnamed = ({ missingRequiredMetaFields }: WidgetFile) => (missingRequiredMetaFields?.length ?? 0) > 0
