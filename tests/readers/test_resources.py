"""Which files in folders are read."""

from extract.readers import format_of
from extract.readers.formats import format_in_folder

CATALOGS = """locales/en/common.json src/i18n/app.yml config/locales/devise.pt-BR.yml de.json a/zh_hans.json
    src/messages.yaml lib/app_fr.arb App/Localizable.xcstrings App/Main.strings"""
SETTINGS = "package.json .github/workflows/ci.yml mkdocs.yml data/index.json"


def test_in_folders_catalogs_are_read_and_settings_are_not() -> None:
    for path in (*CATALOGS.split(), *SETTINGS.split()):
        assert (format_in_folder(path) is not None) is (path in CATALOGS.split()), path
        assert format_of(path).module == "resources", path  # if it is named
