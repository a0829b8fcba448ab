"""Pictures of every page: `make screenshots`.

`world` builds what is on show, `catalogue` names the pictures, `acts` is what is done on a page before its
picture is taken, `visiting` opens a page as one of its readers does, `guides` chooses what the guides show.
The browser tests open the same pages.
"""
