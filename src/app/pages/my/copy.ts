import { copyText } from '#platform/web/device/clipboard.ts'
import { wireCopyButtons } from '#ui/wire-copy-buttons.ts'

/** Makes the Copy buttons of a page work. */
export const copyInto = (page: Document) => wireCopyButtons(copyText, page)
