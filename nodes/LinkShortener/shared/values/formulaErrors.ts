/** What Excel and Google Sheets show in a cell whose formula fails, without the `#`, by language. */
const ERRORS = new Set(
	[
		// English, and what every language has in common
		'NULL! DIV/0! VALUE! REF! NAME? NUM! N/A SPILL! CALC! FIELD! BLOCKED! BUSY! CONNECT! UNKNOWN!',
		'EXTERNAL! PYTHON! TIMEOUT! ERROR! GETTING_DATA',
		// German
		'WERT! BEZUG! ZAHL! NV ÜBERLAUF! KALK! FELD! BLOCKIERT! UNBEKANNT! DATEN_ABRUFEN',
		// French
		'NUL! VALEUR! NOM? NOMBRE! EPARS! PROPAGATION! CALCUL! CHAMP! BLOQUE! CONNEXION! INCONNU!',
		'OBTENTION_DONNEES',
		// Spanish, without the marks in front that most of them have: #¡VALOR!, #¿NOMBRE?
		'NULO! VALOR! NOMBRE? N/D DESBORDAMIENTO! CAMPO! BLOQUEADO! OBTENIENDO_DATOS',
		// Italian
		'NULLO! VALORE! RIF! NOME? ESPANSIONE! RECUPERO_DATI',
		// Portuguese
		'NÚM! DESPEJAR! TRANSPOSIÇÃO! OBTENDO_DADOS',
		// Dutch
		'LEEG! DEEL/0! DELING.DOOR.0! WAARDE! VERW! NAAM? GETAL! N/B OVERLOOP! GEGEVENS_OPHALEN',
		// Polish
		'ZERO! DZIEL/0! ARG! ADR! NAZWA? LICZBA! ROZLANIE! BŁĄD! POBIERANIE_DANYCH',
		// Finnish
		'TYHJÄ! JAKO/0! ARVO! VIITTAUS! NIMI? LUKU! PUUTTUU LEVITTYMINEN! NOUDETAAN_TIETOJA',
		// Swedish
		'SKÄRNING! DIVISION/0! VÄRDEFEL! REFERENS! NAMN? OGILTIGT! SAKNAS HÄMTAR_DATA',
		// Danish
		'VÆRDI! REFERENCE! NAVN? NUMMER! I/T OVERLØB! HENTER_DATA',
	].flatMap((errors) => errors.split(' ')),
);

/** Whether a text is what a spreadsheet shows for a formula that fails. */
export function isFormulaError(text: string): boolean {
	if (!text.startsWith('#')) return false;
	const error = text.slice(1).replace(/^[¡¿]/, '').toUpperCase().normalize('NFC');
	// Some editions write the mark at the end where others do not: #SAKNAS!, #N/D!
	return ERRORS.has(error) || ERRORS.has(error.replace(/!$/, ''));
}
