import '#ui/styles.css'
import { copyText } from '#platform/web/device/clipboard.ts'
import { wireCopyButtons } from '#ui/wire-copy-buttons.ts'

/* An invoice is whole as the server painted it: the script only makes its Copy buttons work. */
wireCopyButtons(copyText)
