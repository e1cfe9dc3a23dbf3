import '#ui/styles.css'

/* What an owner answers by a link is whole as the server painted it: it only needs its styles. */
