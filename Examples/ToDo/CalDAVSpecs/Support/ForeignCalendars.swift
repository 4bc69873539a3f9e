/// Calendar objects as other programs write them.
enum ForeignCalendars {
    /// In the manner of Nextcloud's tasks: an alarm, tags, a parent, and what only it knows.
    static let nextcloud = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Nextcloud Tasks v0.16.0
        BEGIN:VTODO
        CREATED:20270103T081500
        DTSTAMP:20270103T081600
        LAST-MODIFIED:20270103T081600
        UID:7c1e8a52-5d1f-4f6e-9a70-0f1d6e1f9b11
        SUMMARY:Milk\\, bread\\; and tea
        DESCRIPTION:From the mill:\\nboth kinds
        CATEGORIES:home,shop
        RELATED-TO:2b5f0f0e-0000-4000-8000-000000000001
        PRIORITY:1
        PERCENT-COMPLETE:20
        STATUS:IN-PROCESS
        X-APPLE-SORT-ORDER:41
        DUE;VALUE=DATE:20270110
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER;RELATED=END:-PT15M
        END:VALARM
        END:VTODO
        END:VCALENDAR
        """

    /// In the manner of Apple's reminders: a zone with its rules, a series, a structured place.
    static let apple = """
        BEGIN:VCALENDAR\r
        CALSCALE:GREGORIAN\r
        PRODID:-//Apple Inc.//iOS 18.2//EN\r
        VERSION:2.0\r
        BEGIN:VTIMEZONE\r
        TZID:Europe/Zurich\r
        BEGIN:DAYLIGHT\r
        DTSTART:19810329T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
        TZNAME:MESZ\r
        TZOFFSETFROM:+0100\r
        TZOFFSETTO:+0200\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r
        BEGIN:VTODO\r
        CREATED:20270101T120000Z\r
        DTSTART;TZID=Europe/Zurich:20270701T090000\r
        DUE;TZID=Europe/Zurich:20270701T090000\r
        DTSTAMP:20270101T120001Z\r
        RRULE:FREQ=WEEKLY;INTERVAL=2\r
        SEQUENCE:3\r
        SUMMARY;LANGUAGE=de:Blumen gie\u{DF}en am langen Fenster im zweiten Stock\\, auch die klei\r
         nen\r
        UID:A1B2C3\r
        X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Home; upstairs":geo:47.37,8.54\r
        BEGIN:VALARM\r
        X-WR-ALARMUID:F\r
        TRIGGER;VALUE=DATE-TIME:20270701T070000Z\r
        ACTION:DISPLAY\r
        END:VALARM\r
        END:VTODO\r
        END:VCALENDAR\r

        """

    /// In the manner of Radicale, which sorts: an exception of a series comes before the series.
    static let radicale = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//python-vobject//NONSGML Version 1//EN
        BEGIN:VTODO
        UID:series
        RECURRENCE-ID:20270108T090000Z
        COMPLETED:20270108T100000Z
        STATUS:COMPLETED
        SUMMARY:Only this time
        END:VTODO
        BEGIN:VTODO
        UID:series
        DTSTAMP:20270101T090000Z
        RRULE:FREQ=DAILY
        SUMMARY:Each day
        END:VTODO
        END:VCALENDAR
        """
}
