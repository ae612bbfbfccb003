/// The blocks of Unicode, by the names that Java knows.
enum UnicodeBlock {
    /// Returns the items of a class for a block, whose name may have spaces, hyphens or underscores; nil for no block.
    static func items(_ name: String) -> String? {
        let key = name.utf8.filter(\.isLetterOrDigit).map { $0 < 0x41 ? $0 : $0 | 0x20 }
        let words = blocks.utf8.split(separator: UInt8(ascii: " "))
        guard let place = words.firstIndex(where: { $0.elementsEqual(key) }), place % 2 == 0 else { return nil }
        let ends = words[place + 1].split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
        return "\\x{\(ends[0])}-\\x{\(ends[1])}"
    }

    /// Names in lower case, each with the first and the last scalar; blocks of surrogates have none.
    private static let blocks = """
        adlam 1e900-1e95f aegeannumbers 10100-1013f ahom 11700-1173f alchemicalsymbols 1f700-1f77f \
        alphabeticpresentationforms fb00-fb4f anatolianhieroglyphs 14400-1467f \
        ancientgreekmusicalnotation 1d200-1d24f ancientgreeknumbers 10140-1018f ancientsymbols 10190-101cf \
        arabic 600-6ff arabicextendeda 8a0-8ff arabicmathematicalalphabeticsymbols 1ee00-1eeff \
        arabicpresentationformsa fb50-fdff arabicpresentationformsb fe70-feff arabicsupplement 750-77f \
        armenian 530-58f arrows 2190-21ff avestan 10b00-10b3f balinese 1b00-1b7f bamum a6a0-a6ff \
        bamumsupplement 16800-16a3f basiclatin 0-7f bassavah 16ad0-16aff batak 1bc0-1bff bengali 980-9ff \
        bhaiksuki 11c00-11c6f blockelements 2580-259f bopomofo 3100-312f bopomofoextended 31a0-31bf \
        boxdrawing 2500-257f brahmi 11000-1107f braillepatterns 2800-28ff buginese 1a00-1a1f buhid 1740-175f \
        byzantinemusicalsymbols 1d000-1d0ff carian 102a0-102df caucasianalbanian 10530-1056f chakma 11100-1114f \
        cham aa00-aa5f cherokee 13a0-13ff cherokeesupplement ab70-abbf chesssymbols 1fa00-1fa6f \
        chorasmian 10fb0-10fdf cjkcompatibility 3300-33ff cjkcompatibilityforms fe30-fe4f \
        cjkcompatibilityideographs f900-faff cjkcompatibilityideographssupplement 2f800-2fa1f \
        cjkradicalssupplement 2e80-2eff cjkstrokes 31c0-31ef cjksymbolsandpunctuation 3000-303f \
        cjkunifiedideographs 4e00-9fff cjkunifiedideographsextensiona 3400-4dbf \
        cjkunifiedideographsextensionb 20000-2a6df cjkunifiedideographsextensionc 2a700-2b73f \
        cjkunifiedideographsextensiond 2b740-2b81f cjkunifiedideographsextensione 2b820-2ceaf \
        cjkunifiedideographsextensionf 2ceb0-2ebef cjkunifiedideographsextensiong 30000-3134f \
        combiningdiacriticalmarks 300-36f combiningdiacriticalmarksextended 1ab0-1aff \
        combiningdiacriticalmarksforsymbols 20d0-20ff combiningdiacriticalmarkssupplement 1dc0-1dff \
        combininghalfmarks fe20-fe2f combiningmarksforsymbols 20d0-20ff commonindicnumberforms a830-a83f \
        controlpictures 2400-243f coptic 2c80-2cff copticepactnumbers 102e0-102ff countingrodnumerals 1d360-1d37f \
        cuneiform 12000-123ff cuneiformnumbersandpunctuation 12400-1247f currencysymbols 20a0-20cf \
        cypriotsyllabary 10800-1083f cyrillic 400-4ff cyrillicextendeda 2de0-2dff cyrillicextendedb a640-a69f \
        cyrillicextendedc 1c80-1c8f cyrillicsupplement 500-52f cyrillicsupplementary 500-52f deseret 10400-1044f \
        devanagari 900-97f devanagariextended a8e0-a8ff dingbats 2700-27bf divesakuru 11900-1195f dogra 11800-1184f \
        dominotiles 1f030-1f09f duployan 1bc00-1bc9f earlydynasticcuneiform 12480-1254f \
        egyptianhieroglyphformatcontrols 13430-1343f egyptianhieroglyphs 13000-1342f elbasan 10500-1052f \
        elymaic 10fe0-10fff emoticons 1f600-1f64f enclosedalphanumerics 2460-24ff \
        enclosedalphanumericsupplement 1f100-1f1ff enclosedcjklettersandmonths 3200-32ff \
        enclosedideographicsupplement 1f200-1f2ff ethiopic 1200-137f ethiopicextended 2d80-2ddf \
        ethiopicextendeda ab00-ab2f ethiopicsupplement 1380-139f generalpunctuation 2000-206f \
        geometricshapes 25a0-25ff geometricshapesextended 1f780-1f7ff georgian 10a0-10ff georgianextended 1c90-1cbf \
        georgiansupplement 2d00-2d2f glagolitic 2c00-2c5f glagoliticsupplement 1e000-1e02f gothic 10330-1034f \
        grantha 11300-1137f greek 370-3ff greekandcoptic 370-3ff greekextended 1f00-1fff gujarati a80-aff \
        gunjalagondi 11d60-11daf gurmukhi a00-a7f halfwidthandfullwidthforms ff00-ffef \
        hangulcompatibilityjamo 3130-318f hanguljamo 1100-11ff hanguljamoextendeda a960-a97f \
        hanguljamoextendedb d7b0-d7ff hangulsyllables ac00-d7af hanifirohingya 10d00-10d3f hanunoo 1720-173f \
        hatran 108e0-108ff hebrew 590-5ff hiragana 3040-309f ideographicdescriptioncharacters 2ff0-2fff \
        ideographicsymbolsandpunctuation 16fe0-16fff imperialaramaic 10840-1085f indicsiyaqnumbers 1ec70-1ecbf \
        inscriptionalpahlavi 10b60-10b7f inscriptionalparthian 10b40-10b5f ipaextensions 250-2af javanese a980-a9df \
        kaithi 11080-110cf kanaextendeda 1b100-1b12f kanasupplement 1b000-1b0ff kanbun 3190-319f \
        kangxiradicals 2f00-2fdf kannada c80-cff katakana 30a0-30ff katakanaphoneticextensions 31f0-31ff \
        kayahli a900-a92f kharoshthi 10a00-10a5f khitansmallscript 18b00-18cff khmer 1780-17ff \
        khmersymbols 19e0-19ff khojki 11200-1124f khudawadi 112b0-112ff lao e80-eff latin1supplement 80-ff \
        latinextendeda 100-17f latinextendedadditional 1e00-1eff latinextendedb 180-24f latinextendedc 2c60-2c7f \
        latinextendedd a720-a7ff latinextendede ab30-ab6f lepcha 1c00-1c4f letterlikesymbols 2100-214f \
        limbu 1900-194f lineara 10600-1077f linearbideograms 10080-100ff linearbsyllabary 10000-1007f lisu a4d0-a4ff \
        lisusupplement 11fb0-11fbf lycian 10280-1029f lydian 10920-1093f mahajani 11150-1117f \
        mahjongtiles 1f000-1f02f makasar 11ee0-11eff malayalam d00-d7f mandaic 840-85f manichaean 10ac0-10aff \
        marchen 11c70-11cbf masaramgondi 11d00-11d5f mathematicalalphanumericsymbols 1d400-1d7ff \
        mathematicaloperators 2200-22ff mayannumerals 1d2e0-1d2ff medefaidrin 16e40-16e9f meeteimayek abc0-abff \
        meeteimayekextensions aae0-aaff mendekikakui 1e800-1e8df meroiticcursive 109a0-109ff \
        meroitichieroglyphs 10980-1099f miao 16f00-16f9f miscellaneousmathematicalsymbolsa 27c0-27ef \
        miscellaneousmathematicalsymbolsb 2980-29ff miscellaneoussymbols 2600-26ff \
        miscellaneoussymbolsandarrows 2b00-2bff miscellaneoussymbolsandpictographs 1f300-1f5ff \
        miscellaneoustechnical 2300-23ff modi 11600-1165f modifiertoneletters a700-a71f mongolian 1800-18af \
        mongoliansupplement 11660-1167f mro 16a40-16a6f multani 11280-112af musicalsymbols 1d100-1d1ff \
        myanmar 1000-109f myanmarextendeda aa60-aa7f myanmarextendedb a9e0-a9ff nabataean 10880-108af \
        nandinagari 119a0-119ff newa 11400-1147f newtailue 1980-19df nko 7c0-7ff numberforms 2150-218f \
        nushu 1b170-1b2ff nyiakengpuachuehmong 1e100-1e14f ogham 1680-169f olchiki 1c50-1c7f \
        oldhungarian 10c80-10cff olditalic 10300-1032f oldnortharabian 10a80-10a9f oldpermic 10350-1037f \
        oldpersian 103a0-103df oldsogdian 10f00-10f2f oldsoutharabian 10a60-10a7f oldturkic 10c00-10c4f \
        opticalcharacterrecognition 2440-245f oriya b00-b7f ornamentaldingbats 1f650-1f67f osage 104b0-104ff \
        osmanya 10480-104af ottomansiyaqnumbers 1ed00-1ed4f pahawhhmong 16b00-16b8f palmyrene 10860-1087f \
        paucinhau 11ac0-11aff phagspa a840-a87f phaistosdisc 101d0-101ff phoenician 10900-1091f \
        phoneticextensions 1d00-1d7f phoneticextensionssupplement 1d80-1dbf playingcards 1f0a0-1f0ff \
        privateusearea e000-f8ff psalterpahlavi 10b80-10baf rejang a930-a95f ruminumeralsymbols 10e60-10e7f \
        runic 16a0-16ff samaritan 800-83f saurashtra a880-a8df sharada 11180-111df shavian 10450-1047f \
        shorthandformatcontrols 1bca0-1bcaf siddham 11580-115ff sinhala d80-dff sinhalaarchaicnumbers 111e0-111ff \
        smallformvariants fe50-fe6f smallkanaextension 1b130-1b16f sogdian 10f30-10f6f sorasompeng 110d0-110ff \
        soyombo 11a50-11aaf spacingmodifierletters 2b0-2ff specials fff0-ffff sundanese 1b80-1bbf \
        sundanesesupplement 1cc0-1ccf superscriptsandsubscripts 2070-209f supplementalarrowsa 27f0-27ff \
        supplementalarrowsb 2900-297f supplementalarrowsc 1f800-1f8ff supplementalmathematicaloperators 2a00-2aff \
        supplementalpunctuation 2e00-2e7f supplementalsymbolsandpictographs 1f900-1f9ff \
        supplementaryprivateuseareaa f0000-fffff supplementaryprivateuseareab 100000-10ffff \
        suttonsignwriting 1d800-1daaf sylotinagri a800-a82f symbolsandpictographsextendeda 1fa70-1faff \
        symbolsforlegacycomputing 1fb00-1fbff syriac 700-74f syriacsupplement 860-86f tagalog 1700-171f \
        tagbanwa 1760-177f tags e0000-e007f taile 1950-197f taitham 1a20-1aaf taiviet aa80-aadf \
        taixuanjingsymbols 1d300-1d35f takri 11680-116cf tamil b80-bff tamilsupplement 11fc0-11fff \
        tangut 17000-187ff tangutcomponents 18800-18aff tangutsupplement 18d00-18d8f telugu c00-c7f thaana 780-7bf \
        thai e00-e7f tibetan f00-fff tifinagh 2d30-2d7f tirhuta 11480-114df transportandmapsymbols 1f680-1f6ff \
        ugaritic 10380-1039f unifiedcanadianaboriginalsyllabics 1400-167f \
        unifiedcanadianaboriginalsyllabicsextended 18b0-18ff vai a500-a63f variationselectors fe00-fe0f \
        variationselectorssupplement e0100-e01ef vedicextensions 1cd0-1cff verticalforms fe10-fe1f \
        wancho 1e2c0-1e2ff warangciti 118a0-118ff yezidi 10e80-10ebf yijinghexagramsymbols 4dc0-4dff \
        yiradicals a490-a4cf yisyllables a000-a48f zanabazarsquare 11a00-11a4f
        """
}
