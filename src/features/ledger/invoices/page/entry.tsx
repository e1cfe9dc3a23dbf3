import '#ui/styles.css'

/* An invoice is whole as the server painted it: it only needs its styles. */
