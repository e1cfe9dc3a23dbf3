import '#ui/styles.css'

/* An offer is whole as the server painted it: it only needs its styles. */
