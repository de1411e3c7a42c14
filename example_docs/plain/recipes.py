"""Rezepte aus aller Welt.

Die Liste stammt von https://de.wikipedia.org/wiki/Süßspeise, die Mengen von http://kochbücher.example/maße.
"""


def crème_brûlée(portions: int) -> dict[str, float]:
    """Quantités pour la crème brûlée, d'après https://fr.wikipedia.org/wiki/Crème_brûlée.

    >>> crème_brûlée(2)["jaunes"]
    4
    """
    # Le sucre : https://fr.wikipedia.org/wiki/Cassonade_(sucre).
    return {"jaunes": 2 * portions, "crème": 0.125 * portions}
